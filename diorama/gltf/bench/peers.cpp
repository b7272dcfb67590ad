// SPDX-License-Identifier: MIT
/// \file
/// The list of peers.
#include "diorama/gltf/bench/peers.hpp"

namespace diorama::bench {

std::span<const Contender> peers() {
    static const std::vector<Contender> list{
#ifdef DIORAMA_TINYGLTF
        {"tinygltf", Contender::Kind::arrays, tinygltf_arrays},
#endif
#ifdef DIORAMA_ASSIMP
        {"assimp", Contender::Kind::arrays, assimp_arrays},
#endif
    };
    return list;
}

}  // namespace diorama::bench
