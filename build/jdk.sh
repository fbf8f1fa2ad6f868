# Finds a JDK of release 25 or later and exports it as JAVA_HOME. Sourced, by any POSIX shell.
#
# Where the default `java` is older, everything still works as long as a new enough JDK lies in one of
# the usual places. The version is read from the `release` file that each JDK carries: starting a
# virtual machine for each candidate would cost more than the command that is asked for.

rina_needed_release=25

# Prints the version of the JDK in folder $1, or nothing where there is none. A runtime without
# compiler does not count.
rina_jdk_version() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  while IFS='=' read -r key value; do
    if [ "$key" = JAVA_VERSION ]; then
      value=${value#\"}
      printf '%s\n' "${value%%\"*}"
      return 0
    fi
  done <"$1/release"
}

# Takes the folder $2, known as $1, when it is new enough; otherwise notes what was there.
rina_try_jdk() {
  version=$(rina_jdk_version "$2")
  if [ -z "$version" ]; then
    rina_looked_at="$rina_looked_at
  $1: no JDK"
    return 1
  fi
  major=${version%%[!0-9]*}
  if [ "${major:-0}" -ge "$rina_needed_release" ]; then
    JAVA_HOME=$2
    export JAVA_HOME
    return 0
  fi
  rina_looked_at="$rina_looked_at
  $1: $version"
  return 1
}

# The folder of the `java` on the PATH, all links followed.
rina_jdk_on_path() {
  java=$(command -v java) || return 0
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case $link in
      /*) java=$link ;;
      *) java=$(dirname "$java")/$link ;;
    esac
  done
  (cd "$(dirname "$java")/.." && pwd -P)
}

rina_find_jdk() {
  for name in RINA_JAVA_HOME JAVA_HOME; do
    eval "home=\${$name:-}"
    if [ -z "$home" ]; then
      rina_looked_at="$rina_looked_at
  \$$name: not set"
    elif rina_try_jdk "\$$name ($home)" "$home"; then
      return 0
    fi
  done
  for pattern in /usr/lib/jvm /opt "$HOME/.sdkman/candidates/java" "$HOME/.jdks" \
    /Library/Java/JavaVirtualMachines; do
    found=no
    for home in "$pattern"/*/Contents/Home "$pattern"/*; do
      [ -x "$home/bin/java" ] && [ ! -L "$home" ] || continue
      found=yes
      rina_try_jdk "$home" "$home" && return 0
    done
    [ $found = yes ] || rina_looked_at="$rina_looked_at
  $pattern/*: nothing"
  done
  home=$(rina_jdk_on_path)
  if [ -z "$home" ]; then
    rina_looked_at="$rina_looked_at
  java on the PATH: none"
    return 1
  fi
  rina_try_jdk "java on the PATH ($home)" "$home"
}

rina_looked_at=
case $- in
  *f*) set +f; rina_find_jdk && rina_jdk_found=yes || rina_jdk_found=no; set -f ;;
  *) rina_find_jdk && rina_jdk_found=yes || rina_jdk_found=no ;;
esac
if [ $rina_jdk_found = no ]; then
  cat >&2 <<END
Rina needs a JDK of release $rina_needed_release or later and found none. Looked at:$rina_looked_at

Install Temurin 25, either
  - on Debian or Ubuntu from Adoptium's apt repository, added as https://adoptium.net/installation/linux
    says: apt-get install temurin-25-jdk
  - or from https://adoptium.net for any other system,
or set RINA_JAVA_HOME to the folder of a JDK $rina_needed_release that is already there.
END
  exit 1
fi
