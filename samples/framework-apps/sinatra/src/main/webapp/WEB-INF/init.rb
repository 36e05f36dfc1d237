# frozen_string_literal: true

# The gems of Debian's package; Warbler would put an application's own into its WAR.
$LOAD_PATH.concat(Dir['/usr/share/rubygems-integration/all/gems/{rack,sinatra,mustermann,ruby2}*/lib'],
                  ['/usr/lib/ruby/vendor_ruby'])
