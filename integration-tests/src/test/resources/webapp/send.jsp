<%@ page contentType="text/html; charset=UTF-8" %><% io.sendfile.glassfish.it.app.Steps.play(request, response); %><html><body>the page of the JSP</body></html>
