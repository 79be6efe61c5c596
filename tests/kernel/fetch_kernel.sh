#!/bin/sh
# Unpack a Debian kernel with the GPIO simulator (CONFIG_GPIO_SIM=m) into DEST: vmlinuz, gpio-sim.ko and what it needs.
#
# Debian 12 and 13 build their kernels without it; 14 (forky) is the first with it. The machine's own apt sources stay
# as they are: a private state under DEST/apt is used, with the mirror that they name. DEBIAN_MIRROR names another.
#
# usage: fetch_kernel.sh DEST
set -eu
dest=${1:?usage: fetch_kernel.sh DEST}
if [ -s "$dest/vmlinuz" ] && [ -s "$dest/gpio-sim.ko" ]; then exit 0; fi
for tool in apt-get dpkg-deb xz; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: the kernel comes from a Debian package" >&2; exit 1; }
done
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
    grep '/debian/*$' | head -n1)}
[ -n "$mirror" ] || { echo "no Debian archive in this machine's apt sources; set DEBIAN_MIRROR" >&2; exit 1; }
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

rm -rf "$dest/apt"
mkdir -p "$dest/apt/lists/partial" "$dest/apt/cache/archives/partial" "$dest/apt/etc" "$dest/apt/unpack"
dest=$(cd "$dest" && pwd)
echo "deb [signed-by=$keyring] $mirror forky main" > "$dest/apt/etc/sources.list"
cat > "$dest/apt/apt.conf" <<CONF
Dir::Etc::sourcelist "$dest/apt/etc/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::Lists "$dest/apt/lists";
Dir::Cache "$dest/apt/cache";
APT::Architectures { "amd64"; };
APT::Sandbox::User "";
Acquire::Languages "none";
CONF
export APT_CONFIG="$dest/apt/apt.conf"
apt-get -qq update
image=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -n1)
version=${image#linux-image-}
cd "$dest/apt/unpack"
apt-get -qq download "linux-binary-$version" "linux-modules-$version"
dpkg-deb -x linux-binary-*.deb root
dpkg-deb --fsys-tarfile linux-modules-*.deb |
    tar x -C root --wildcards '*/gpio-sim.ko*' '*/configfs.ko*' '*/dev-sync-probe.ko*' 2>/dev/null || true
for module in configfs dev-sync-probe gpio-sim; do
    file=$(find root -name "$module.ko*" | head -n1)
    case $file in
        *.xz) xz -dc "$file" > "$dest/$module.ko" ;;
        *.ko) cp "$file" "$dest/$module.ko" ;;
    esac
done
[ -s "$dest/gpio-sim.ko" ] || { echo "kernel $version has no GPIO simulator" >&2; exit 1; }
# Last, because it says that all the rest is here.
cp "$(find root -name 'vmlinuz*' -type f | head -n1)" "$dest/vmlinuz"
cd "$dest"
rm -rf apt
