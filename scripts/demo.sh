#!/usr/bin/env bash
# demo.sh [MODEL]: the main job from end to end. Imports the model (without one: the project's own demo
# scene, generated here), saves it as a scene, loads and saves it again, draws the model and the saved
# scene, and checks that both saves and both pictures are the same, byte for byte.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh
bin=build/release/bin
out=out/demo
mkdir -p "$out"

if [ $# -gt 0 ]; then
    model=$1
    camera=auto
    [ -f "$model" ] || {
        echo "demo: no such file: $model" >&2
        exit 1
    }
else
    model=$out/harbour.glb
    camera=hero
    step "making the demo scene $model" "$bin/demo_scene" -o "$model"
fi
name=$(basename "${model%.*}")
scene=$out/$name.cscn
again=$out/$name.again.cscn
picture=$out/$name.png
scene_picture=$out/$name.scene.png
rm -f "$scene" "$again" "$picture" "$scene_picture"

step "importing $model, saving $scene" "$bin/diorama" import "$model" -o "$scene"
step "loading $scene, saving it again" "$bin/diorama" convert "$scene" "$again"
step "drawing $model" "$bin/diorama" render "$model" --camera "$camera" -o "$picture"
step "drawing $scene" "$bin/diorama" render "$scene" --camera "$camera" -o "$scene_picture"

cmp "$scene" "$again" || {
    echo "demo: FAILED: the scene changed when it was loaded and saved" >&2
    exit 1
}
cmp "$picture" "$scene_picture" || {
    echo "demo: FAILED: the saved scene does not look like the model" >&2
    exit 1
}
cat <<TEXT

The saved scene loads, saves and draws the same, byte for byte.
  picture of the model   $PWD/$picture
  picture of the scene   $PWD/$scene_picture
  the scene, as text     $PWD/$scene
TEXT
