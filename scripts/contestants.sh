# Sourced by run-bench.sh: starts the servers that are measured. Each start_… adds to 'measured' what
# the benchmark is to ask of it: name[settings]=ports/prefix.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # work, port, table and the like are those of run-bench.sh

measured=() certificate=''

# start NAME PORT COMMAND...: in the background, pinned, its output in a log. PORT.start does it again:
# a table of fresh servers ends them and starts them anew.
start() {
  local name=$1 asked=$2 tenths=0
  shift 2
  say "starting $name"
  {
    # Servers on the first cores, the client on another, as far as there are so many.
    [[ $(nproc) -lt 2 ]] || echo "taskset -cp 0-$((cores - 1)) \$\$ >/dev/null"
    echo "exec ${*@Q} >>${work@Q}/$name.log 2>&1"
  } >"$work/$asked.start"
  bash "$work/$asked.start" &
  until listens "$asked"; do
    if [[ $tenths -ge 1200 ]] || ! kill -0 $! 2>/dev/null; then
      tail -n 30 "$work/$name.log" >&2
      fail "$name did not start"
    fi
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Ends every process that runs from our folder: all servers do, started here or anew.
stop_contestants() {
  local pids tenths=0
  while pids=$(pgrep -f -- "${work:?}/"); do
    # shellcheck disable=SC2086 # a list
    kill "-$([[ $tenths -lt 200 ]] && echo TERM || echo KILL)" $pids 2>/dev/null || true
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

start_raw() {
  start raw "$port" benchmarks/target/raw "$port" "$work/files"
  measured+=("raw=$port/")
}

start_tomcat() {
  mkdir "$work/tomcat"
  start tomcat $((port + 1)) "$JAVA_HOME/bin/java" -cp "$class_path" \
    io.sendfile.glassfish.benchmarks.TomcatServer $((port + 1)) "$work/files" "$work/tomcat" \
    ${certificate:+"$key_store" "$key_password"}
  local servlet=send
  [[ $table != async ]] || servlet=later
  measured+=("tomcat=$((port + 1))/$servlet?file=")
}

# start_embedded CLASS NAME [CLASS_PATH]: a program in Java, in the tables grizzly and tls; all have the
# same options.
start_embedded() {
  local asked=$((port + 10 + ${#measured[@]}))
  start "$2" "$asked" "$JAVA_HOME/bin/java" -Xmx512m --add-opens=java.base/sun.nio.fs=ALL-UNNAMED \
    --add-opens=java.base/java.io=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED \
    -cp "${3:+$3:}$class_path" "io.sendfile.glassfish.benchmarks.$1" "$2" "$asked" "$work/files" \
    ${certificate:+"$key_store" "$key_password"}
  measured+=("$2=$asked/")
}

# Programs that embed Grizzly, with and without this project, and their rivals.
start_embedded_servers() {
  local name
  for name in static-cached static-handler jersey; do
    ! takes_part "$name" || start_embedded GrizzlyServer "$name"
  done
  for name in file-handler header jersey-sendfile; do
    ! takes_part "$name" || start_embedded GrizzlyServer "$name" core/target/classes:grizzly/target/classes
  done
  for name in undertow undertow-cached; do
    ! takes_part "$name" || start_embedded UndertowServer "$name"
  done
  ! takes_part jetty || start_embedded JettyServer jetty
}

# The JDK that GlassFish, and asadmin, run on.
choose_jdk() {
  AS_JAVA=$(find_server_jdk "glassfish$server") || fail "$(server_jdk_wanted "glassfish$server")"
  export AS_JAVA
}

# The domains: ports of each begin at a hundred of its own, as --portbase of create-domain wants it.
domains=(sendfile plain static-files file-cache uncounted threads defaults)
first_port() {
  local i
  for i in "${!domains[@]}"; do
    [[ ${domains[i]} != "$1" ]] || echo $((port + 100 * (i + 1)))
  done
}
admin_port() { echo $(($(first_port "$1") + 48)); }
http_port() { echo $(($(first_port "$1") + 80)); }
https_port() { echo $(($(first_port "$1") + 81)); }

# start_domain NAME: a GlassFish with the files as its docroot and the sample application. It has the
# module unless it is one of GlassFish's own ways.
start_domain() {
  local name=$1 kind=with version zip home config options
  [[ $name != plain && $name != file-cache && $name != threads ]] || kind=without
  choose_jdk
  home=$work/$kind/glassfish$server
  if [[ ! -d $home ]]; then
    version=$(pom_property "glassfish$server.version")
    zip=$(fetch_artifact "org.glassfish.main.distributions:glassfish:$version:zip" "glassfish-$version.zip")
    mkdir -p "$work/$kind"
    unzip -q "$zip" -d "$work/$kind"
    [[ $kind == without ]] || domain-config/install.sh "$home" >&2
  fi
  asadmin="$home/bin/asadmin --user admin --interactive=false --port $(admin_port "$name")"
  $asadmin create-domain --nopassword --portbase "$(first_port "$name")" "$name" >&2
  config=$home/glassfish/domains/$name/config
  options="<jvm-options>-Dio.sendfile.sample.files=$work/files</jvm-options>"
  if [[ $name != defaults ]]; then
    # Those that install.sh offers.
    options+="<jvm-options>--add-opens=java.base/sun.nio.ch=ALL-UNNAMED</jvm-options>"
    options+="<jvm-options>--enable-native-access=ALL-UNNAMED</jvm-options>"
  fi
  sed -i -e 's/ address="0\.0\.0\.0"//' -e 's/<network-listener /&address="127.0.0.1" /' \
    -e "s|<virtual-server id=\"server\" |&docroot=\"$work/files\" |" \
    -e "0,/<\/java-config>/s|</java-config>|$options&|" \
    "$config/domain.xml"
  start "$name" "$(http_port "$name")" "$home/bin/asadmin" start-domain "$name"
  wait $! || fail "GlassFish did not start: $(tail -n 30 "$work/$name.log")"
  if [[ $kind == with ]]; then
    $asadmin create-sendfile-root --path "$work/files" files >&2
    configure_module "$name"
  fi
  $asadmin deploy --contextroot sample --name sample "$PWD/samples/sample-app/target/sample.war" >&2
  [[ $table != frameworks ]] ||
    $asadmin deploy --name spring6 "$PWD/samples/framework-apps/spring6/target/spring6.war" >&2
  [[ $table != tls && $table != buffers ]] || keep_connections
}

# h2load hangs when GlassFish closes a TLS connection, by default after 256 requests.
keep_connections() {
  local http=configs.config.server-config.network-config.protocols.protocol.http-listener
  # shellcheck disable=SC2086 # a command and its options
  $asadmin set "$http-1.http.max-connections=-1" "$http-2.http.max-connections=-1" >&2
}

# Settings of a domain that has the module.
configure_module() {
  local options=()
  [[ $1 != static-files ]] || options=(--static-files true)
  ! takes_crowd || options=(--stall-timeout-seconds 3600 --max-active-transfers "$(most_clients)"
    --max-client-transfers 0 --max-buffered-bytes 0)
  [[ $table != soak ]] || options=(--stall-timeout-seconds "$stall_seconds")
  [[ ${#options[@]} -eq 0 ]] || $asadmin set-sendfile-configuration "${options[@]}" >&2
}

# GlassFish with the module. What is asked of it is for the table to say.
start_glassfish() {
  local asked servlet=send
  start_domain sendfile
  asked=$(http_port sendfile)
  case $table in
    tls)
      asked=$(https_port sendfile)
      share_certificate "$work/with/glassfish$server/glassfish/domains/sendfile/config"
      ;;
    async) servlet=later ;;
    stalled | soak) asked=$asked+$(https_port sendfile) ;; # the second port is for clients over TLS
  esac
  send="$asked/sample/$servlet?value=files:"
  ! takes_part sendfile || measured+=("sendfile=$send")
  returned_files '' "$asked"
  ! takes_part hello || measured+=("hello=$(http_port sendfile)/sample/hello?")
  ! takes_part idle || measured+=("idle=$(http_port sendfile)/sample/hello?")
}

# returned_files SUFFIX PORT: files that applications pass or return there, with this after the names.
returned_files() {
  ! takes_part "passed$1" || measured+=("passed$1=$2/sample/pass?value=files:")
  ! takes_part "rest$1" || measured+=("rest$1=$2/sample/rest/file?value=files:")
  ! takes_part "spring$1" || measured+=("spring$1=$2/spring6/files/entity?file=$work/files/")
}

# GlassFish as it is sold: its own ways, and the application behind nginx.
start_plain_glassfish() {
  local asked copy="copy?"
  start_domain plain
  asked=$(http_port plain)
  [[ $table != tls ]] || asked=$(https_port plain)
  [[ $table != async ]] || copy="later?copy=yes&"
  ! takes_part copy || measured+=("copy=$asked/sample/${copy}value=files:")
  ! takes_part docroot || measured+=("docroot=$asked/")
  returned_files -alone "$asked"
}

# The same as sendfile, with nothing counted: what statistics cost. Only where --only names it.
start_uncounted() {
  _JAVA_OPTIONS="${_JAVA_OPTIONS:-} -Dio.sendfile.glassfish.statistics=off" start_domain uncounted
  measured+=("uncounted=$(http_port uncounted)/sample/send?value=files:")
}

# The same as sendfile in a JVM that opens nothing to the module.
start_defaults() {
  start_domain defaults
  measured+=("sendfile-default=$(http_port defaults)/sample/send?value=files:")
}

# The same docroot with one setting: of the module, and of GlassFish.
start_static_files() {
  start_domain static-files
  measured+=("static-files=$(http_port static-files)/")
}

# The copying servlet with 200 request threads.
start_threads() {
  start_domain threads
  $asadmin set server.thread-pools.thread-pool.http-thread-pool.max-thread-pool-size=200 >&2
  measured+=("copy-200=$(http_port threads)/sample/copy?value=files:")
}

start_file_cache() {
  start_domain file-cache
  $asadmin set configs.config.server-config.network-config.protocols.protocol.http-listener-1.http.file-cache.enabled=true >&2
  measured+=("file-cache=$(http_port file-cache)/")
}

# The others have GlassFish's certificate. Sets key_store and key_password, certificate and key.
share_certificate() {
  key_store=$(echo "$1"/keystore.*) key_password=changeit
  certificate=$work/certificate.pem key=$work/key.pem
  "$AS_JAVA/bin/keytool" -importkeystore -noprompt -srckeystore "$key_store" -srcalias s1as \
    -srcstorepass "$key_password" -destkeystore "$work/key.p12" -deststoretype pkcs12 \
    -deststorepass "$key_password" 2>/dev/null
  openssl pkcs12 -in "$work/key.p12" -passin "pass:$key_password" -nokeys -out "$certificate"
  openssl pkcs12 -in "$work/key.p12" -passin "pass:$key_password" -nodes -nocerts -out "$key"
}

# nginx by itself, clear or with TLS, and in front of a GlassFish whose application answers X-Accel-Redirect.
# On several cores it has a worker for each, and a master above them.
start_nginx() {
  mkdir "$work/nginx"
  local user='' threads=''
  ! takes_part nginx-threads ||
    threads="location /threads/ { alias $work/files/; aio threads; sendfile_max_chunk 512k; }"
  [[ $(id -u) -ne 0 ]] || user='user root;' # nobody else may read our folder
  cat >"$work/nginx/nginx.conf" <<EOT
daemon off;
$user
master_process $([[ $cores -gt 1 ]] && echo on || echo off);
worker_processes $cores;
pid $work/nginx/pid;
error_log $work/nginx/error.log;
events { worker_connections 32768; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  send_timeout 1h;
  open_file_cache max=1000;
  client_body_temp_path $work/nginx/body;
  proxy_temp_path $work/nginx/proxy;
  fastcgi_temp_path $work/nginx/fastcgi;
  uwsgi_temp_path $work/nginx/uwsgi;
  scgi_temp_path $work/nginx/scgi;
  upstream glassfish { server 127.0.0.1:$(http_port plain); keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:$((port + 2))${certificate:+ ssl http2} backlog=4096;
    ${certificate:+ssl_certificate $certificate; ssl_certificate_key $key; ssl_protocols TLSv1.3;}
    root $work/files;
    location /sample/ {
      proxy_pass http://glassfish;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    location = /hello { return 200 "hello\\n"; }
    $threads
    location /protected/ { internal; alias $work/files/; }
  }
}
EOT
  start nginx $((port + 2)) "$(command -v nginx || echo /usr/sbin/nginx)" -p "$work/nginx" -c "$work/nginx/nginx.conf"
  ! takes_part nginx || measured+=("nginx=$((port + 2))/")
  ! takes_part nginx-threads || measured+=("nginx-threads=$((port + 2))/threads/")
  if takes_part nginx-accel; then
    local servlet=send
    [[ $table != async ]] || servlet=later
    measured+=("nginx-accel=$((port + 2))+$(http_port plain)/sample/$servlet?header=X-Accel-Redirect&value=/protected/")
  fi
}

# takes_one NAME...: whether one of these takes part
takes_one() {
  local name
  for name in "$@"; do
    if takes_part "$name"; then return; fi
  done
  false
}

start_contestants() {
  ! takes_part raw || start_raw
  ! takes_one copy docroot nginx-accel rest-alone spring-alone || start_plain_glassfish
  ! takes_part file-cache || start_file_cache
  ! takes_part copy-200 || start_threads
  ! takes_part static-files || start_static_files
  ! takes_part uncounted || start_uncounted
  ! takes_part sendfile-default || start_defaults
  # In the table tls it also has the certificate.
  if [[ $table == tls ]] || takes_one sendfile hello idle passed rest spring; then start_glassfish; fi
  ! takes_part tomcat || start_tomcat
  start_embedded_servers
  ! takes_one nginx nginx-accel nginx-threads || start_nginx
  [[ ${#measured[@]} -gt 0 ]] || wrong_usage "--only names none of $contestants"
}
