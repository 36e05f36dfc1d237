# Sourced by run-bench.sh: starts the servers that are measured. Each start_… adds to 'measured' what
# the benchmark is to ask of it: name[settings]=ports/prefix.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # work, port, table and the like are those of run-bench.sh

pids=() measured=() certificate=''

# Servers on one core, the client on another, where there are two.
pin() {
  local core=$1
  shift
  if [[ $(nproc) -ge 2 ]]; then exec taskset -c "$core" "$@"; else exec "$@"; fi
}

# start NAME COMMAND...: in the background, pinned, its output in a log
start() {
  local name=$1
  shift
  say "starting $name"
  (pin 0 "$@") >"$work/$name.out" 2>"$work/$name.log" &
  pids+=("$!")
}

# wait_until NAME COMMAND...: two minutes for the last one started
wait_until() {
  local name=$1 tenths=0
  shift
  until "$@"; do
    if [[ $tenths -ge 1200 ]] || ! kill -0 "${pids[-1]}" 2>/dev/null; then
      tail -n 30 "$work/$name.out" "$work/$name.log" >&2
      fail "$name did not start"
    fi
    sleep 0.1
    tenths=$((tenths + 1))
  done
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

start_raw() {
  start raw benchmarks/target/raw "$port" "$work/files"
  wait_until raw listens "$port"
  measured+=("raw=$port/")
}

start_tomcat() {
  mkdir "$work/tomcat"
  start tomcat "$JAVA_HOME/bin/java" -cp "$class_path" \
    io.sendfile.glassfish.benchmarks.TomcatServer $((port + 1)) "$work/files" "$work/tomcat" \
    ${certificate:+"$key_store" "$key_password"}
  wait_until tomcat listens $((port + 1))
  local servlet=send
  [[ $table != async ]] || servlet=later
  measured+=("tomcat=$((port + 1))/$servlet?file=")
}

# The JDK that GlassFish, and asadmin, run on.
choose_jdk() {
  AS_JAVA=$(find_server_jdk "$server") || fail "$(server_jdk_wanted "$server")"
  export AS_JAVA
}

# GlassFish with the module. What is asked of it is for the table to say.
start_glassfish() {
  choose_jdk
  mkdir "$work/run"
  local options=()
  [[ $table != stalled && $table != growth ]] ||
    options=(--set stall-timeout-seconds=3600 --set max-active-transfers="$(most_clients)"
      --set max-client-transfers=0 --set max-buffered-bytes=0)
  TMPDIR=$work/run start glassfish ./run.sh --server "$server" --files "$work/files" \
    --http-port $((port + 2)) --https-port $((port + 3)) --admin-port $((port + 4)) \
    ${options[@]+"${options[@]}"}
  wait_until glassfish grep -q '^READY ' "$work/glassfish.out"
  local home
  home=$(echo "$work"/run/sendfile-run.*/glassfish"$server")
  asadmin="$home/bin/asadmin --user admin --interactive=false --port $((port + 4))"
  local asked=$((port + 2)) copy="copy?"
  send=send
  case $table in
    tls)
      asked=$((port + 3))
      share_certificate "$home/glassfish/domains/sendfile/config"
      admin $((port + 4)) set \
        configs.config.server-config.network-config.protocols.protocol.http-listener-2.http.max-connections=-1
      ;;
    async) send=later copy="later?copy=yes&" ;;
    stalled) asked=$asked+$((port + 3)) ;; # the second port is for clients over TLS
  esac
  send="$asked/sample/$send?value=files:"
  takes_part sendfile && measured+=("sendfile=$send")
  takes_part copy && measured+=("copy=$asked/sample/${copy}value=files:")
  takes_part idle && measured+=("idle=$((port + 2))/sample/hello?")
  true
}

# The same as sendfile, with nothing counted: what statistics cost. Only where --only names it.
start_uncounted() {
  start uncounted env _JAVA_OPTIONS="${_JAVA_OPTIONS:-} -Dio.sendfile.glassfish.statistics=off" \
    ./run.sh --server "$server" --files "$work/files" \
    --http-port $((port + 16)) --https-port $((port + 17)) --admin-port $((port + 18))
  wait_until uncounted grep -q '^READY ' "$work/uncounted.out"
  measured+=("uncounted=$((port + 16))/sample/send?value=files:")
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

# GlassFish as it is sold, behind an nginx that sends the files.
start_stock_glassfish() {
  choose_jdk
  local zip version home
  version=$(pom_property "glassfish$server.version")
  zip=$(fetch_artifact "org.glassfish.main.distributions:glassfish:$version:zip" "glassfish-$version.zip")
  mkdir "$work/stock"
  unzip -q "$zip" -d "$work/stock"
  home=$work/stock/glassfish$server
  say "starting a GlassFish without the module"
  stock_asadmin=("$home/bin/asadmin" --user admin --interactive=false --port $((port + 7)))
  "${stock_asadmin[@]}" create-domain --nopassword --adminport $((port + 7)) \
    --instanceport $((port + 6)) --domainproperties \
    "http.ssl.port=$((port + 8)):domain.jmxPort=$((port + 9)):jms.port=$((port + 10)):orb.listener.port=$((port + 11)):orb.ssl.port=$((port + 12)):orb.mutualauth.port=$((port + 13)):osgi.shell.telnet.port=$((port + 14)):java.debugger.port=$((port + 15))" \
    bench >&2
  sed -i -e 's/ address="0\.0\.0\.0"//' -e 's/<network-listener /&address="127.0.0.1" /' \
    "$home/glassfish/domains/bench/config/domain.xml"
  (pin 0 "${stock_asadmin[@]}" start-domain bench) >&2
  "${stock_asadmin[@]}" deploy --contextroot sample "$PWD/sample-app/target/sample.war" >&2
}

stop_stock_glassfish() {
  [[ ${#stock_asadmin[@]} -eq 0 ]] || "${stock_asadmin[@]}" stop-domain --kill=true bench >&2 || true
}
stock_asadmin=()

# nginx by itself, clear or with TLS, and in front of a GlassFish whose application answers X-Accel-Redirect.
start_nginx() {
  mkdir "$work/nginx"
  local user=''
  [[ $(id -u) -ne 0 ]] || user='user root;' # nobody else may read our folder
  cat >"$work/nginx/nginx.conf" <<EOT
daemon off;
$user
master_process off;
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
  upstream glassfish { server 127.0.0.1:$((port + 6)); keepalive 64; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:$((port + 5))${certificate:+ ssl http2} backlog=4096;
    ${certificate:+ssl_certificate $certificate; ssl_certificate_key $key; ssl_protocols TLSv1.3;}
    root $work/files;
    location /sample/ {
      proxy_pass http://glassfish;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    location = /hello { return 200 "hello\\n"; }
    location /protected/ { internal; alias $work/files/; }
  }
}
EOT
  start nginx "$(command -v nginx || echo /usr/sbin/nginx)" -p "$work/nginx" -c "$work/nginx/nginx.conf"
  wait_until nginx listens $((port + 5))
  takes_part nginx && measured+=("nginx=$((port + 5))/")
  if takes_part nginx-accel; then
    local servlet=send
    [[ $table != async ]] || servlet=later
    measured+=("nginx-accel=$((port + 5))+$((port + 6))/sample/$servlet?header=X-Accel-Redirect&value=/protected/")
  fi
}

# admin PORT COMMAND ARGUMENT: what asadmin would do, without a JVM for it
admin() {
  curl -sS -f -o /dev/null -A hk2-agent -H 'X-Requested-By: run-bench' --get \
    --data-urlencode "DEFAULT=$3" "http://localhost:$1/__asadmin/$2" ||
    fail "asadmin $2 $3 failed"
}

# start_docroot NAME PORT FILE-CACHE SETTING...: GlassFish with the files as its docroot
start_docroot() {
  local name=$1 first=$2 cache=$3 config=configs.config.server-config
  shift 3
  start "$name" ./run.sh --server "$server" --files "$work/files" \
    --http-port "$first" --https-port $((first + 1)) --admin-port $((first + 2)) "$@"
  wait_until "$name" grep -q '^READY ' "$work/$name.out"
  admin $((first + 2)) set \
    "$config.network-config.protocols.protocol.http-listener-1.http.file-cache.enabled=$cache"
  admin $((first + 2)) set "$config.http-service.virtual-server.server.docroot=$work/files"
  measured+=("$name=$first/")
}

start_docroots() {
  local unused=(--set tomcat-attributes=false)
  if takes_part docroot; then start_docroot docroot $((port + 16)) false "${unused[@]}"; fi
  if takes_part file-cache; then start_docroot file-cache $((port + 19)) true "${unused[@]}"; fi
  if takes_part static-files; then
    start_docroot static-files $((port + 22)) false --set static-files=true
  fi
}

start_contestants() {
  if takes_part raw; then start_raw; fi
  # In the table tls it also has the certificate.
  if [[ $table == tls ]] || takes_part sendfile || takes_part copy || takes_part idle; then
    start_glassfish
  fi
  if takes_part uncounted; then start_uncounted; fi
  if takes_part tomcat; then start_tomcat; fi
  [[ $table != static ]] || start_docroots
  if takes_part nginx-accel; then start_stock_glassfish; fi
  if takes_part nginx || takes_part nginx-accel; then start_nginx; fi
  [[ ${#measured[@]} -gt 0 ]] || wrong_usage "--only names none of $contestants"
}
