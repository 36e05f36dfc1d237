package io.sendfile.glassfish.it.app;

import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;

/** A WebSocket that sends each message back. */
@ServerEndpoint("/echo")
public class EchoEndpoint {
  /** Sends the message back. */
  @OnMessage
  public String echo(String message) {
    return "echo " + message;
  }
}
