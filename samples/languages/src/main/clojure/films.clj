(ns films
  (:require [clojure.string :as str]
            [grizzly :refer [grizzly-handler]]))

(defn by-header
  "Names the file in a header; the path stays percent-encoded."
  [{:keys [uri context]}]
  ;; Check here that the user may have the film.
  {:status 200
   :headers {"X-Sendfile" (str "media:" (subs uri (inc (count context))))}})

(defn by-body
  "Returns a file as any Ring application does; it may lie in any folder."
  [folder]
  (fn [_] {:status 200
           :headers {"Content-Type" "video/mp4"}
           :body (java.io.File. (str folder) "film.mp4")}))

(defn handlers [folder]
  {"/clojure" (grizzly-handler by-header)
   "/clojure-file" (grizzly-handler (by-body folder))})
