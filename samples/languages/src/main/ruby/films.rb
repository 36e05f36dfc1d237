# frozen_string_literal: true

require 'rack_handler'

# In Sinatra: headers 'X-Sendfile' => "media:#{film}"
BY_HEADER = lambda do |env|
  # Check here that the user may have the film. The path stays percent-encoded.
  [200, { 'x-sendfile' => "media:#{env['PATH_INFO'].delete_prefix('/')}" }, []]
end

# A body with a path, such as Rack::Files and Rails' send_file return.
BY_BODY = lambda do |folder|
  ->(_env) { [200, { 'content-type' => 'video/mp4' }, File.open(File.join(folder, 'film.mp4'), 'rb')] }
end

# In Rails, config/environments/production.rb:
#
#   config.action_dispatch.x_sendfile_header = 'X-Sendfile'
#
# By that line Rack::Sendfile makes this of a body with a path: an absolute path, and no length.
BY_RAILS = lambda do |folder|
  lambda do |_env|
    path = File.expand_path('film.mp4', folder)
    [200, { 'content-type' => 'video/mp4', 'content-length' => '0', 'x-sendfile' => path }, []]
  end
end

def handlers(folder)
  {
    '/ruby' => RackHandler.new(BY_HEADER),
    '/ruby-file' => RackHandler.new(BY_BODY.call(folder)),
    '/rails' => RackHandler.new(BY_RAILS.call(folder))
  }
end
