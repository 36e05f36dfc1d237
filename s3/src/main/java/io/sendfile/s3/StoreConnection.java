package io.sendfile.s3;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObject;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * A connection to a store that ends with a response that is no HTTP, such as one with a negative
 * length: Netty reads no other from it, but the SDK would use it again, and wait in vain.
 */
final class StoreConnection extends NioSocketChannel {
  /** Status that Netty makes of input that is no response, such as the rest of the one before. */
  private static final int UNKNOWN = 999;

  StoreConnection() {
    pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelActive(ChannelHandlerContext context) {
                String codec = pipeline().context(HttpClientCodec.class).name();
                pipeline().addAfter(codec, null, new CodecWatch());
                context.fireChannelActive();
              }
            });
  }

  /** Whether a call failed for a rest that another had left on its connection. */
  static boolean gaveNoHttp(Throwable thrown) {
    return thrown instanceof S3Exception answer && answer.statusCode() == UNKNOWN;
  }

  /** Sees messages that the codec has read. */
  private static final class CodecWatch extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
      boolean broken = read instanceof HttpObject part && part.decoderResult().isFailure();
      context.fireChannelRead(read);
      if (broken) {
        ChannelFuture unused = context.close();
      }
    }
  }
}
