# frozen_string_literal: true

require 'stringio'

java_import org.glassfish.grizzly.http.server.HttpHandler

# Runs a Rack application in a Grizzly server.
class RackHandler < HttpHandler
  # Rack::Sendfile obeys these; they are for proxies to set, and here the proxy is a client.
  FOR_PROXIES = %w[HTTP_X_SENDFILE_TYPE HTTP_X_ACCEL_MAPPING].freeze

  def initialize(app)
    super()
    @app = app
  end

  def service(request, response)
    status, headers, body = @app.call(env(request))
    response.set_status(status.to_i)
    headers.each { |name, value| Array(value).each { |line| response.add_header(name, line.to_s) } }
    write(body, request, response)
  ensure
    body.close if body.respond_to?(:close)
  end

  private

  # Sendfile takes the path in place of its sign; without it, the parts are copied.
  def write(body, request, response)
    if body.respond_to?(:to_path) && request.get_attribute('io.sendfile.file') == true
      request.set_attribute('io.sendfile.file', java.nio.file.Path.of(File.expand_path(body.to_path)))
    else
      body.each { |part| response.output_stream.write(part.to_java_bytes) }
    end
  end

  def env(request)
    uri = request.request_uri
    {
      'REQUEST_METHOD' => request.method.to_s,
      'SCRIPT_NAME' => request.context_path,
      'PATH_INFO' => uri.delete_prefix(request.context_path),
      'QUERY_STRING' => request.query_string.to_s,
      'SERVER_NAME' => request.server_name,
      'SERVER_PORT' => request.server_port.to_s,
      'SERVER_PROTOCOL' => request.protocol.to_s,
      'REMOTE_ADDR' => request.remote_addr,
      'CONTENT_TYPE' => request.content_type.to_s,
      'rack.url_scheme' => request.scheme,
      'rack.input' => request.input_stream.to_io.binmode,
      'rack.errors' => $stderr
    }.merge(headers(request).except(*FOR_PROXIES))
  end

  def headers(request)
    request.header_names.to_h do |name|
      ["HTTP_#{name.upcase.tr('-', '_')}", request.get_headers(name).to_a.join(',')]
    end
  end
end
