#!/usr/bin/env bash
# demo.sh [FILE]: the main job from end to end. Imports the model (without one: the project's own demo
# scene, generated here), saves it as a scene, loads and saves it again, draws the model and the saved
# scene, and checks that both saves and both pictures are the same, byte for byte. A FILE that is a scene is
# checked and drawn.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/common.sh
bin=${DIORAMA_BIN:-build/release/bin} # tests name their own
out=out/demo
mkdir -p "$out"

# stage TITLE COMMAND...: one line with how long it took, and below it what COMMAND has to say. Findings
# about a model may be many, so they are counted.
stage() {
    local title=$1 start said=$out/stage.txt found=$out/stage-findings.txt count
    shift
    start=$(date +%s%N)
    "$@" >"$said" 2>"$found" || {
        cat "$said" "$found" >&2
        echo "demo: FAILED: $title" >&2
        exit 1
    }
    echo "  $title: $(seconds_since "$start")"
    sed 's/^/      /' "$said"
    count=$(grep -cE '^.*: (warning|error|info)\[' "$found") || true
    if [ "$count" -gt 3 ]; then
        echo "      $count findings; $bin/diorama check $model lists them"
    else
        sed 's/^/      /' "$found"
    fi
}

if [ $# -gt 0 ]; then
    model=$1
    camera=auto
else
    model=$out/harbour.glb
    camera=hero
    stage "making the demo scene" "$bin/demo_scene" -o "$model"
fi
name=$(basename "${model%.*}")
case "$model" in
    *.cscn | *.cscnb)
        picture=$out/$name.png
        rm -f "$picture"
        stage "loading and checking $model" "$bin/diorama" check "$model"
        stage "drawing the scene" "$bin/diorama" render "$model" -o "$picture"
        rm -f "$out"/stage.txt "$out"/stage-findings.txt
        printf '\n  picture of the scene   %s\n' "$PWD/$picture"
        exit 0
        ;;
esac
scene=$out/$name.cscn
again=$out/$name.again.cscn
picture=$out/$name.png
scene_picture=$out/$name.scene.png
rm -f "$scene" "$again" "$picture" "$scene_picture"

stage "importing $model, saving it as a scene" "$bin/diorama" import "$model" -o "$scene"
stage "loading the scene, saving it again" "$bin/diorama" convert "$scene" "$again"
stage "drawing the model" "$bin/diorama" render "$model" --camera "$camera" -o "$picture"
stage "drawing the scene" "$bin/diorama" render "$scene" --camera "$camera" -o "$scene_picture"
rm -f "$out"/stage.txt "$out"/stage-findings.txt

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
