# frozen_string_literal: true

require 'hand_off'

java_import org.glassfish.grizzly.http.server.HttpHandler

# Runs a Rack application in a Grizzly server. A body with a path, as of send_file, is handed off.
class RackHandler < HttpHandler
  # Rack::Sendfile obeys these; they are for proxies to set, and here the proxy is a client.
  FOR_PROXIES = %w[HTTP_X_SENDFILE_TYPE HTTP_X_ACCEL_MAPPING].freeze

  # Rack has them without HTTP_.
  OF_CONTENT = %w[HTTP_CONTENT_TYPE HTTP_CONTENT_LENGTH].freeze

  # Rack::Files would compare dates of a second, too. Other responses are whole.
  FOR_FILES = [*HandOff::FOR_FILES, 'HTTP_IF_MODIFIED_SINCE'].freeze

  def initialize(app)
    super()
    @app = app
  end

  def service(request, response)
    passes = request.get_attribute('io.sendfile.file') == true
    input = input(request)
    env = env(request).merge('rack.input' => input)
    status, headers, body = @app.call(passes ? whole(env) : env)
    path = body.to_path if passes && body.respond_to?(:to_path)
    status = 304 if passes && !path && unchanged?(request, status, headers)
    response.set_status(status.to_i)
    add(headers, response)
    path ? HandOff.pass(path, request) : write(body, request, response, status)
  ensure
    body.close if body.respond_to?(:close)
    input.close unless input.is_a?(IO)
  end

  private

  # Rack::Head would drop the path with the body.
  def whole(env)
    env = env.except(*FOR_FILES)
    return env unless env['REQUEST_METHOD'] == 'HEAD'

    env.merge('REQUEST_METHOD' => 'GET', 'rack.methodoverride.original_method' => 'HEAD')
  end

  # Whether a response that is no file has the date that the application was not asked about.
  def unchanged?(request, status, headers)
    date = request.get_header('If-Modified-Since')
    date && status.to_i == 200 && !request.get_header('If-None-Match') &&
      headers.any? { |name, value| name.casecmp?('Last-Modified') && value == date }
  end

  # Rack 2 separates several lines by line feeds, Rack 3 has an array.
  def add(headers, response)
    headers.each do |name, value|
      next if name.start_with?('rack.')

      Array(value).flat_map { |lines| lines.to_s.split("\n") }.each { |line| response.add_header(name, line) }
    end
  end

  def write(body, request, response, status)
    return if status.to_i == 304 || request.method.to_s == 'HEAD'

    body.each { |part| response.output_stream.write(part.to_java_bytes) }
  end

  def env(request)
    script = request.context_path
    {
      'REQUEST_METHOD' => request.method.to_s,
      'SCRIPT_NAME' => script,
      'PATH_INFO' => request.request_uri.delete_prefix(script),
      'QUERY_STRING' => request.query_string.to_s,
      'SERVER_NAME' => request.server_name,
      'SERVER_PORT' => request.server_port.to_s,
      'SERVER_PROTOCOL' => request.protocol.to_s,
      'REMOTE_ADDR' => request.remote_addr,
      'CONTENT_TYPE' => request.content_type,
      'CONTENT_LENGTH' => request.get_header('Content-Length'),
      'rack.version' => [1, 3],
      'rack.url_scheme' => request.scheme,
      'rack.errors' => $stderr,
      'rack.multithread' => true,
      'rack.multiprocess' => false,
      'rack.run_once' => false
    }.compact.merge(headers(request).except(*FOR_PROXIES, *OF_CONTENT))
  end

  # The stream is the server's to close. Rack 2 goes back to the beginning of a body: what was read is kept in a file.
  def input(request)
    body = request.input_stream.to_io(autoclose: false).binmode
    defined?(::Rack::RewindableInput) ? ::Rack::RewindableInput.new(body) : body
  end

  def headers(request)
    request.header_names.to_h do |name|
      ["HTTP_#{name.upcase.tr('-', '_')}", request.get_headers(name).to_a.join(',')]
    end
  end
end
