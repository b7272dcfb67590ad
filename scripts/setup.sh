#!/usr/bin/env bash
# Installs the Debian packages that are missing and unpacks the sources that crates carry. What is
# there already is left alone, so a second call needs neither root nor a network.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

# Those of the packages named that are not installed.
not_installed() {
    local installed
    installed=$(dpkg-query -W -f='${binary:Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
        sed -n 's/^\([^: ]*\)[^ ]* installed$/\1/p' | sort -u) || true
    comm -23 <(printf '%s\n' "$@" | sort -u) <(printf '%s\n' "$installed")
}

# Installs the packages named that are missing, or says which can't be had and why.
install_packages() {
    local missing as_root=() log=build/setup-apt.log absent=()
    mapfile -t missing < <(not_installed "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "root is needed to install packages, and there is no sudo; as root, run:" \
            "apt-get update && apt-get install --no-install-recommends ${missing[*]}"
        as_root=(sudo)
    fi
    echo "installing ${#missing[@]} packages: ${missing[*]}"
    # An old list may still do, so a failed update alone is no failure.
    "${as_root[@]}" apt-get update -qq >"$log" 2>&1 || echo "setup: apt-get update failed; trying the lists that are here" >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >>"$log" 2>&1 && return 0
    for package in "${missing[@]}"; do
        apt-cache show "$package" >/dev/null 2>&1 || absent+=("$package")
    done
    mapfile -t missing < <(not_installed "$@")
    fail "these packages could not be installed: ${missing[*]}" \
        ${absent[0]+"this machine's package lists do not have: ${absent[*]}"} \
        "apt-get said (all of it: $log):" "$(grep -E '^(E|Err|W):?' "$log" | tail -n 5)"
}

# Prints a cargo that speaks the registry's sparse protocol, which came with 1.68. Debian 12's own is
# 1.65 (package 0.66). Its cargo-web is new enough, but installing it would remove a cargo that is there
# and bring a whole Rust compiler; `cargo vendor` needs neither, so it is unpacked under build/ instead.
find_cargo() {
    local version libraries tools=build/tools/cargo
    version=$(cargo --version 2>/dev/null | sed -n 's/^cargo 1\.\([0-9]*\).*/\1/p') || true
    if [ "${version:-0}" -ge 70 ]; then
        echo cargo
        return
    fi
    if [ ! -x $tools/usr/bin/cargo ]; then
        rm -rf $tools
        mkdir -p $tools
        (cd $tools && apt-get download -qq cargo-web >../../setup-cargo.log 2>&1) ||
            fail "no cargo newer than 1.69 here, and Debian's cargo-web could not be fetched:" \
                "$(tail -n 3 build/setup-cargo.log)"
        # The shared libraries it says it needs; they differ between its versions.
        mapfile -t libraries < <(dpkg-deb -f $tools/cargo-web_*.deb Depends | tr ',' '\n' |
            sed -nE 's/^ *((lib|zlib)[a-z0-9.+-]*).*/\1/p')
        install_packages "${libraries[@]}" >&2
        dpkg-deb -x $tools/cargo-web_*.deb $tools
    fi
    echo "$PWD/$tools/usr/bin/cargo"
}

# Unpacks the crates of third_party/Cargo.lock, checked against the hashes there.
vendor_sources() {
    local cargo version log=$PWD/build/setup-cargo.log
    cmp -s third_party/Cargo.lock third_party/vendor/Cargo.lock && return
    cargo=$(find_cargo)
    version=$("$cargo" --version) || fail "$cargo does not run"
    echo "unpacking the crates of third_party/Cargo.lock with $version"
    rm -rf third_party/vendor
    (cd third_party && "$cargo" vendor --locked vendor >"$log" 2>&1) ||
        fail "the sources of third_party/Cargo.toml could not be fetched; cargo said (all of it: $log):" \
            "$(grep -v '^ *$' "$log" | tail -n 8)"
    # Last, so that an interrupted call is done again.
    cp third_party/Cargo.lock third_party/vendor/Cargo.lock
}

# Fetches what only tests/readers uses. Its tests skip what is missing, so nothing here is a failure.
fetch_readers() {
    local missing readers=build/readers log=$PWD/build/setup-readers.log
    mapfile -t missing < <(not_installed libtinygltf-dev nlohmann-json3-dev assimp-utils)
    if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
            >"$log" 2>&1 || echo "setup: ${missing[*]} not installed; their tests will skip" >&2
    fi
    cmp -s tests/readers/package-lock.json $readers/package-lock.json && return
    command -v npm >/dev/null || return 0
    mkdir -p $readers
    cp tests/readers/package.json $readers/
    # The lock is copied last, so that an interrupted call is done again.
    if cp tests/readers/package-lock.json $readers/npm-shrinkwrap.json &&
        (cd $readers && timeout 120 npm ci --ignore-scripts --no-audit --no-fund >"$log" 2>&1); then
        cp tests/readers/package-lock.json $readers/
    else
        echo "setup: the npm packages of tests/readers not fetched; their tests will skip" >&2
    fi
}

command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
    fail "this installs with apt-get, which is not here" \
        "elsewhere install what docs/dependencies.md lists, run cargo vendor --locked vendor in third_party/," \
        "then: cmake --preset release && cmake --build --preset release"
mkdir -p build
mapfile -t packages < <(sed 's/#.*//' scripts/debian-packages.txt | tr -d ' ' | grep .)
install_packages "${packages[@]}"
vendor_sources
fetch_readers
echo "${#packages[@]} packages and the sources of third_party/Cargo.lock are in place"
