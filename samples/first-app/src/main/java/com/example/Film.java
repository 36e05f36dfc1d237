package com.example;

import io.sendfile.glassfish.application.SendfileResponse;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Path;

@WebServlet("/film")
public class Film extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    SendfileResponse.send(request, response, Path.of("/srv/media/films/sunrise.mp4"));
  }
}
