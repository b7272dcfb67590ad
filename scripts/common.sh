# Sourced by ./run, .ci/run and the scripts beside it.

# The time since $1 (from `date +%s%N`) in seconds with one decimal.
seconds_since() {
    local tenths=$((($(date +%s%N) - $1) / 100000000))
    printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# step TITLE COMMAND...: says what is done and how long it took. COMMAND is a program of its own, since
# bash turns `set -e` off inside a function whose result is looked at.
step() {
    local title=$1 start status=0
    shift
    start=$(date +%s%N)
    printf '==> %s\n' "$title"
    "$@" || status=$?
    if [ "$status" -ne 0 ]; then
        printf '==> %s: FAILED after %s (exit %d)\n' "$title" "$(seconds_since "$start")" "$status" >&2
        return "$status"
    fi
    printf '==> %s: done in %s\n' "$title" "$(seconds_since "$start")"
}
