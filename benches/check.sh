#!/usr/bin/env bash
# How long `planboard check --json` takes on a research-plan.json of 6 MB, beside the Python validator check-jsonschema
# with the schema that `planboard schema research-plan` prints: once on a valid file, once on one with 5,000 faults.
#
# Needs bash 5, awk and, for the comparison, python3 with venv. The validator is installed into target/bench/venv at the
# first run. PLANBOARD names the program; without it the release build is made and used.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

SHOTS=20000
EVERY=4 # each of these shots is faulty in the second file: 5,000 faults
VALIDATOR=check-jsonschema==0.39.0

place=target/bench
mkdir -p "$place"
if [ -z "${PLANBOARD:-}" ]; then
    cargo build --release --locked --quiet
    PLANBOARD=target/release/planboard
fi
if [ ! -x "$place/venv/bin/check-jsonschema" ]; then
    python3 -m venv "$place/venv"
    "$place/venv/bin/pip" install --quiet "$VALIDATOR"
fi

# A plan of so many shots; every n-th has a length below 0 (n = 0: none).
plan() {
    awk -v shots="$1" -v every="$2" 'BEGIN {
        print "{\"version\": 0, \"topic\": {\"candidates\": [], \"selected\": null, \"decided_at\": null},"
        print "\"target\": {\"audience\": null, \"competitors\": [], \"japan_sns\": {\"platforms\": [], \"notes\": \"n\"}},"
        print "\"structure\": {\"chapters\": [{\"id\": \"c-1\", \"title\": \"One\", \"duration_estimate_seconds\": 60, \"notes\": null}],"
        print "\"shots\": ["
        for (n = 0; n < shots; n++) {
            printf "  {\"id\": \"s-%05d\", \"chapter_id\": \"c-1\", \"shot_type\": \"wide\",\n", n
            printf "    \"description\": \"Shot number %d: rain on the roof of the station, seen from the platform; a lantern ", n
            printf "swings, the last train has gone, and somebody is still waiting under the clock.\",\n"
            printf "    \"duration_estimate_seconds\": %d, \"image_path\": null}%s\n", \
                (every && n % every == 0) ? -1 : 4, n + 1 < shots ? "," : ""
        }
        print "], \"opening_hook\": \"h\", \"confirmed\": false, \"confirmed_at\": null},"
        print "\"shot_list\": [], \"sources\": [], \"feedback\": {\"reserved\": true, \"note\": null}}"
    }'
}

# The least of five runs in milliseconds; what is printed and the exit code are not looked at.
least() {
    local best=0 start end took
    for _ in 1 2 3 4 5; do
        start=${EPOCHREALTIME/./}
        "$@" >"$place/printed" 2>&1 || true
        end=${EPOCHREALTIME/./}
        took=$((end - start))
        if [ "$best" -eq 0 ] || [ "$took" -lt "$best" ]; then best=$took; fi
    done
    awk -v us="$best" 'BEGIN { printf "%.1f", us / 1000 }'
}

"$PLANBOARD" schema research-plan >"$place/research-plan.schema.json"
printf '%-14s %10s %12s %20s %8s\n' file bytes planboard check-jsonschema ratio
for file in valid faulty; do
    mkdir -p "$place/$file"
    path="$place/$file/research-plan.json"
    plan "$SHOTS" "$([ "$file" = faulty ] && echo "$EVERY" || echo 0)" >"$path"
    ours=$(least "$PLANBOARD" check --json "$path")
    # What was measured is what was meant.
    found=$(grep -c '"code": "out-of-range"' "$place/printed" || true)
    [ "$found" -eq "$([ "$file" = faulty ] && echo $((SHOTS / EVERY)) || echo 0)" ] || {
        echo "planboard found $found faults in $path" >&2
        exit 1
    }
    theirs=$(least "$place/venv/bin/check-jsonschema" --schemafile "$place/research-plan.schema.json" "$path")
    ratio=$(awk -v a="$theirs" -v b="$ours" 'BEGIN { printf "%.0f", a / b }')
    printf '%-14s %10d %9s ms %17s ms %7sx\n' "$file" "$(wc -c <"$path")" "$ours" "$theirs" "$ratio"
done
