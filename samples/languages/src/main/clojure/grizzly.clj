(ns grizzly
  "Runs a Ring handler in a Grizzly server."
  (:require [clojure.java.io :as io]
            [clojure.string :as str])
  (:import (java.io File)
           (org.glassfish.grizzly.http.server HttpHandler Request Response)))

(defn- request-map [^Request request]
  {:request-method (keyword (str/lower-case (str (.getMethod request))))
   :scheme         (keyword (.getScheme request))
   :server-name    (.getServerName request)
   :server-port    (.getServerPort request)
   :remote-addr    (.getRemoteAddr request)
   :protocol       (str (.getProtocol request))
   :context        (.getContextPath request)
   :uri            (.getRequestURI request)
   :query-string   (.getQueryString request)
   :headers        (into {} (for [name (.getHeaderNames request)]
                              [(str/lower-case name)
                               (str/join "," (.getHeaders request ^String name))]))
   :body           (.getInputStream request)})

(defn- write-body [^Request request ^Response response body]
  (cond
    (nil? body) nil
    ;; Sendfile takes the file in place of its sign; without it, it is copied.
    (and (instance? File body) (true? (.getAttribute request "io.sendfile.file")))
    (.setAttribute request "io.sendfile.file" (.toPath ^File body))
    (seq? body) (doseq [part body] (write-body request response part))
    (string? body) (.write (.getOutputStream response) (.getBytes ^String body "UTF-8"))
    :else (with-open [in (io/input-stream body)]
            (io/copy in (.getOutputStream response)))))

(defn grizzly-handler ^HttpHandler [handler]
  (proxy [HttpHandler] []
    (service [^Request request ^Response response]
      (let [{:keys [status headers body]} (handler (request-map request))]
        (.setStatus response (int status))
        (doseq [[name value] headers, line (if (string? value) [value] value)]
          (.addHeader response ^String name ^String line))
        (write-body request response body)))))
