# frozen_string_literal: true

require 'sinatra/base'

# The real Sinatra, and by it the real Rack.
class SinatraFilms < Sinatra::Base
  set :environment, :production

  # Any folder: ranges, conditions and HEAD are the server's.
  get('/file') { send_file File.join(settings.folder, 'film.mp4') }

  # A root. Sinatra would send text/html without the first line.
  get '/root' do
    content_type File.extname('film.mp4')
    headers 'X-Sendfile' => 'media:film.mp4'
  end

  post('/form') { params['name'] }

  get '/page' do
    last_modified Time.at(1_700_000_000)
    'a page'
  end
end

# Rack::Lint checks what the application gets and gives.
def sinatra(folder)
  SinatraFilms.set :folder, folder
  {
    '/sinatra' => RackHandler.new(SinatraFilms.new),
    '/lint' => RackHandler.new(Rack::Lint.new(SinatraFilms.new))
  }
end
