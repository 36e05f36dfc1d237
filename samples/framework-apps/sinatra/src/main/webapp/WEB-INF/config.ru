# frozen_string_literal: true

require 'sinatra/base'
require_relative 'hand_off'

class Files < Sinatra::Base
  set :environment, :production

  get('/file') { send_file params['file'] }
  get('/error') { send_file params['file'], status: 503 }

  get '/page' do
    last_modified Time.at(1_700_000_000)
    'a page'
  end
end

map('/copied') { run Files }

map '/handed-off' do
  use HandOff
  run Files
end

map '/rack' do
  use Rack::Sendfile, 'X-Sendfile'
  run Files
end
