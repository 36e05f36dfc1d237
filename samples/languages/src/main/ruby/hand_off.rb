# frozen_string_literal: true

# Hands off the files of a Rack application in a WAR with jruby-rack. In config.ru: use HandOff
class HandOff
  # Rack::Files would cut the body, and knows no If-Range. Where files are handed off, the server does it.
  FOR_FILES = %w[HTTP_RANGE HTTP_IF_RANGE HTTP_IF_UNMODIFIED_SINCE].freeze

  # The server opens the file now, as the body may delete it when it is closed.
  def self.pass(path, request)
    file = java.nio.file.Path.of(File.expand_path(path))
    request.get_attribute('io.sendfile.opener').apply_as_long(file)
    request.set_attribute('io.sendfile.file', file)
  end

  def initialize(app)
    @app = app
  end

  def call(env)
    request = env['java.servlet_request']
    return @app.call(env) unless request.get_attribute('io.sendfile.file') == true

    status, headers, body = @app.call(whole(env))
    return [status, headers, body] unless status.to_i == 200 && body.respond_to?(:to_path)

    HandOff.pass(body.to_path, request)
    body.close if body.respond_to?(:close)
    [status, headers, []]
  end

  private

  def whole(env)
    env = env.except(*FOR_FILES)
    # Rack::Files looks at the date even beside a tag.
    env.delete('HTTP_IF_MODIFIED_SINCE') if env.key?('HTTP_IF_NONE_MATCH')
    # Rack::Head would drop the path with the body.
    env['REQUEST_METHOD'] == 'HEAD' ? env.merge('REQUEST_METHOD' => 'GET') : env
  end
end
