import org.glassfish.grizzly.http.server.HttpHandler
import org.glassfish.grizzly.http.server.Request
import org.glassfish.grizzly.http.server.Response

class Films extends HttpHandler {
    @Override
    void service(Request request, Response response) {
        // Check here that the user may have the film. The path stays percent-encoded.
        def film = request.requestURI - "$request.contextPath/"
        response.setHeader 'X-Sendfile', "media:$film"
    }
}
