package io.sendfile.glassfish.it.app;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;

/** A WebSocket that answers what it hears. */
@ServerEndpoint("/echo")
public class EchoEndpoint {
  /** Answers. */
  @OnMessage
  public String echo(String message) {
    return "echo " + message;
  }
}
