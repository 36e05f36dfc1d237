package io.sendfile.sample

import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

class KotlinFilms : HttpHandler() {
    override fun service(request: Request, response: Response) {
        // Check here that the user may have the film. The path stays percent-encoded.
        val film = request.requestURI.removePrefix("${request.contextPath}/")
        response.setHeader("X-Sendfile", "media:$film")
    }
}
