package dev.cairn.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Picks free loopback ports below the range from which the kernel takes ports for outgoing
 * connections, so that a server which is killed and started again finds its port still free. A port
 * may be taken by somebody else between this call and the server's bind: whoever starts a server
 * tries again with other ports then.
 */
public final class Ports {
  private static final int LOWEST = 20_000;
  private static final int HIGHEST = 32_000;
  private static final int TRIES = 1_000;

  private Ports() {}

  /** Returns {@code count} different ports that could be bound a moment ago. */
  public static List<Integer> free(int count) {
    List<ServerSocket> held = new ArrayList<>();
    try {
      for (int i = 0; i < TRIES && held.size() < count; i++) {
        ServerSocket socket = tryBind(ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST));
        if (socket != null) {
          held.add(socket);
        }
      }
      if (held.size() < count) {
        throw new IllegalStateException(
            "no " + count + " free ports between " + LOWEST + " and " + HIGHEST);
      }
      return held.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      held.forEach(Ports::release);
    }
  }

  /** Tells whether the port can be bound right now. */
  public static boolean isFree(int port) {
    ServerSocket socket = tryBind(port);
    if (socket == null) {
      return false;
    }
    release(socket);
    return true;
  }

  private static @Nullable ServerSocket tryBind(int port) {
    try {
      ServerSocket socket = new ServerSocket();
      try {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
      } catch (IOException taken) {
        socket.close();
        return null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void release(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
