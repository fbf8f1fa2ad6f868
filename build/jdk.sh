# Finds a JDK of release 25 or later and exports it as JAVA_HOME. Sourced, by any POSIX shell.
#
# Where the default `java` is older, everything still works as long as a new enough JDK lies in one of
# the usual places. The version is read from the `release` file that each JDK carries: starting a
# virtual machine for each candidate would cost more than the command that is asked for.

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

# The folder of the `java` on the PATH, all links followed; nothing where there is none.
rina_jdk_on_path() {
  java=$(command -v java) || return 0
  while [ -L "$java" ]; do
    link=$(readlink "$java")
    case $link in
      /*) java=$link ;;
      *) java=$(dirname "$java")/$link ;;
    esac
  done
  cd "$(dirname "$java")/.." && pwd -P
}

# Prints every folder to look at, the best first, each behind its name and a tab.
rina_jdk_candidates() {
  printf '$RINA_JAVA_HOME\t%s\n' "${RINA_JAVA_HOME-}"
  printf '$JAVA_HOME\t%s\n' "${JAVA_HOME-}"
  for parent in /usr/lib/jvm /opt "${HOME-}/.sdkman/candidates/java" "${HOME-}/.jdks" \
    /Library/Java/JavaVirtualMachines; do
    any=
    for folder in "$parent"/*/Contents/Home "$parent"/*; do
      [ -x "$folder/bin/java" ] && [ ! -L "$folder" ] || continue
      any=yes
      printf '%s\t%s\n' "$parent" "$folder"
    done
    [ -n "$any" ] || printf '%s\t\n' "$parent"
  done
  printf 'java on the PATH\t%s\n' "$(rina_jdk_on_path)"
}

# Prints the first folder that is new enough, or says on standard error what there was instead.
# It runs in a subshell, which keeps its variables from those of the caller.
rina_find_jdk() {
  set +f
  needed=25
  looked_at=
  tab=$(printf '\t')
  while IFS= read -r line; do
    name=${line%%"$tab"*}
    folder=${line#*"$tab"}
    version=$(rina_jdk_version "$folder")
    major=${version%%[!0-9]*}
    if [ "${major:-0}" -ge $needed ]; then
      printf '%s\n' "$folder"
      return 0
    fi
    looked_at="$looked_at
  $name: ${folder:-none}${folder:+, ${version:-no JDK}}"
  done <<END
$(rina_jdk_candidates)
END
  cat >&2 <<END
Rina needs a JDK of release $needed or later. Looked at:$looked_at

Install Temurin $needed, either
  - on Debian or Ubuntu: apt-get install temurin-$needed-jdk, from Adoptium's apt repository, which
    https://adoptium.net/installation/linux says how to add,
  - or on any other system from https://adoptium.net,
or set RINA_JAVA_HOME to the folder of a JDK $needed that is already there.
END
  return 1
}

JAVA_HOME=$(rina_find_jdk) || exit 1
export JAVA_HOME
