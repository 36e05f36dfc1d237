#!/usr/bin/env bash
# A slow disk: a file system on a loop device, whose reads the kernel limits.
set -euo pipefail

rate=20 operations=400 size=1024

usage() {
  cat <<EOT
usage: scripts/slow-disk.sh up FOLDER [--rate MB] [--operations N] [--size MB]
       scripts/slow-disk.sh down FOLDER
       scripts/slow-disk.sh forget FILE...

up      makes FOLDER the root of a new ext4 file system, in the file FOLDER.image, and limits what is
        read from it, by all processes together: MB per second (default $rate) and reads per second
        (default $operations). Writing is not limited. A disk that is there already is taken down before.
down    unmounts it, and deletes its file
forget  evicts the pages of these files from the page cache: the next reader waits for the disk. Waits
        for readers to leave their pages, ten seconds at most

Needs Linux with blkio of cgroup v1, fincore of util-linux, and root. Readers must be in the root group of blkio, where processes
are unless somebody moved them (/proc/PID/cgroup).
EOT
}

fail() {
  echo "slow-disk.sh: $*" >&2
  exit 1
}

limits=/sys/fs/cgroup/blkio

need_facilities() {
  [[ $(id -u) -eq 0 ]] || fail "to mount and to limit needs root: run it by sudo"
  [[ -w $limits/blkio.throttle.read_bps_device ]] ||
    fail "this kernel cannot limit reads: $limits/blkio.throttle.read_bps_device is missing. It belongs to" \
      "cgroup v1 (boot with systemd.unified_cgroup_hierarchy=0, or: mount -t cgroup -o blkio blkio $limits)"
  losetup --find >/dev/null || fail "there is no free loop device (modprobe loop; in a container: --privileged)"
}

# limit WHAT VALUE: of the disk's device; 0 ends the limit.
limit() {
  echo "$(<"/sys/block/$(basename "$device")/dev") $2" >"$limits/blkio.throttle.$1_device"
}

up() {
  need_facilities
  down
  mkdir -p "$folder"
  truncate -s "${size}M" "$folder.image"
  mkfs.ext4 -q -m 0 -E lazy_itable_init=0 "$folder.image"
  mount -o loop,noatime "$folder.image" "$folder"
  device=$(findmnt -no SOURCE "$folder")
  limit read_bps $((rate * 1000000))
  limit read_iops "$operations"
}

down() {
  if mountpoint -q "$folder"; then
    device=$(findmnt -no SOURCE "$folder")
    [[ $device == /dev/loop* ]] || fail "$folder is a file system of $device, and none of mine"
    limit read_bps 0
    limit read_iops 0
    # A reader of before may still have a file open: lazily.
    umount "$folder" 2>/dev/null || umount --lazy "$folder"
  fi
  rm -f "$folder.image"
}

forget() {
  local file tries
  for file in "$@"; do
    # Only clean pages go, so they are written before.
    sync "$file"
    tries=0
    # Pages that are on their way into a socket stay until the client or its connection is gone.
    until dd of="$file" oflag=nocache conv=notrunc,fdatasync count=0 status=none &&
      [[ $(fincore --noheadings --bytes --output RES "$file" | tr -dc 0-9) == 0 ]]; do
      ((++tries < 100)) || fail "$file stays in the page cache: somebody still reads it"
      sleep 0.1
    done
  done
}

is_number() { [[ $1 =~ ^[1-9][0-9]*$ ]]; }

case ${1:-} in
  -h | --help) usage && exit ;;
  up | down) [[ $# -ge 2 ]] || fail "which folder? (--help)" ;;
  forget) forget "${@:2}" && exit ;;
  *) usage >&2 && exit 2 ;;
esac
order=$1 folder=$(realpath -m "$2")
shift 2
while [[ $# -gt 0 ]]; do
  is_number "${2:-}" || fail "$1 needs a number from 1, not '${2:-}'"
  case $1 in
    --rate) rate=$2 ;;
    --operations) operations=$2 ;;
    --size) size=$2 ;;
    *) fail "unknown argument '$1' (--help)" ;;
  esac
  shift 2
done
$order
