package io.sendfile.core.content;

/** The data of {@link MediaTypes}: per line a media type and its extensions, sorted by type. */
final class MediaTypeTable {
  static final String LINES =
      """
      application/atom+xml atom
      application/epub+zip epub
      application/geo+json geojson
      application/gpx+xml gpx
      application/gzip gz tgz
      application/java-archive jar war ear
      application/json json map
      application/ld+json jsonld
      application/manifest+json webmanifest
      application/mbox mbox
      application/mp4 mp4s m4p
      application/msword doc dot
      application/octet-stream bin dmg img iso pkg deb dat
      application/ogg ogx
      application/pdf pdf
      application/pgp-encrypted pgp
      application/pgp-signature asc sig
      application/pkcs10 p10
      application/pkcs7-mime p7m p7c
      application/pkcs7-signature p7s
      application/pkix-cert cer
      application/pkix-crl crl
      application/postscript ps eps ai
      application/rdf+xml rdf
      application/rss+xml rss
      application/rtf rtf
      application/sql sql
      application/toml toml
      application/vnd.amazon.ebook azw
      application/vnd.android.package-archive apk
      application/vnd.apple.installer+xml mpkg
      application/vnd.apple.mpegurl m3u8
      application/vnd.apple.pkpass pkpass
      application/vnd.debian.binary-package udeb
      application/vnd.google-earth.kml+xml kml
      application/vnd.google-earth.kmz kmz
      application/vnd.microsoft.portable-executable exe dll
      application/vnd.mozilla.xul+xml xul
      application/vnd.ms-cab-compressed cab
      application/vnd.ms-excel xls
      application/vnd.ms-fontobject eot
      application/vnd.ms-outlook msg
      application/vnd.ms-powerpoint ppt
      application/vnd.oasis.opendocument.graphics odg
      application/vnd.oasis.opendocument.presentation odp
      application/vnd.oasis.opendocument.spreadsheet ods
      application/vnd.oasis.opendocument.text odt
      application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
      application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
      application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
      application/vnd.rar rar
      application/vnd.sqlite3 sqlite sqlite3 db
      application/vnd.visio vsd
      application/wasm wasm
      application/x-7z-compressed 7z
      application/x-bittorrent torrent
      application/x-bzip2 bz2
      application/x-hdf5 h5 hdf5
      application/x-ms-application application
      application/x-msdownload msi
      application/x-netcdf nc
      application/x-parquet parquet
      application/x-pem-file pem
      application/x-pkcs12 p12 pfx
      application/x-redhat-package-manager rpm
      application/x-sh sh
      application/x-tar tar
      application/x-tex tex
      application/x-xz xz
      application/xhtml+xml xhtml
      application/xml xml xsl xsd
      application/xslt+xml xslt
      application/yaml yaml yml
      application/zip zip
      application/zstd zst
      audio/aac aac
      audio/aiff aif aiff
      audio/amr amr
      audio/basic au
      audio/flac flac
      audio/matroska mka
      audio/midi mid midi
      audio/mp4 m4a m4b
      audio/mpeg mp3 mp2
      audio/ogg oga ogg opus spx
      audio/wav wav
      audio/webm weba
      audio/x-mpegurl m3u
      audio/x-ms-wma wma
      font/collection ttc
      font/otf otf
      font/ttf ttf
      font/woff woff
      font/woff2 woff2
      image/apng apng
      image/avif avif
      image/bmp bmp
      image/gif gif
      image/heic heic
      image/heif heif
      image/jp2 jp2
      image/jpeg jpg jpeg jpe
      image/jxl jxl
      image/png png
      image/svg+xml svg
      image/tiff tif tiff
      image/vnd.adobe.photoshop psd
      image/vnd.djvu djvu
      image/vnd.dxf dxf
      image/vnd.microsoft.icon ico cur
      image/webp webp
      message/rfc822 eml
      model/gltf+json gltf
      model/gltf-binary glb
      model/obj obj
      model/stl stl
      text/calendar ics
      text/css css
      text/csv csv
      text/html html htm
      text/javascript js mjs
      text/markdown md markdown
      text/plain txt text log conf ini properties
      text/tab-separated-values tsv
      text/troff roff man
      text/turtle ttl
      text/vcard vcf
      text/vtt vtt
      text/x-c c cc cpp h
      text/x-java-source java
      text/x-python py
      video/3gpp 3gp
      video/3gpp2 3g2
      video/iso.segment m4s
      video/matroska mkv
      video/mp2t ts m2ts
      video/mp4 mp4 m4v
      video/mpeg mpg mpeg
      video/ogg ogv
      video/quicktime mov qt
      video/webm webm
      video/x-flv flv
      video/x-ms-asf asf
      video/x-ms-wmv wmv
      video/x-msvideo avi\
      """;

  private MediaTypeTable() {}
}
