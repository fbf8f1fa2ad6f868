package io.rina.sim.net;

import io.rina.engine.Endpoint;
import io.rina.wire.Frame;
import io.rina.wire.Outbox;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A machine of the protocol at a node: the same class that runs on sockets.
 *
 * <p>What a machine may have waiting at its host's link is little, and stops it then, as a socket's
 * buffer does; a switch has no such luxury, and loses what does not fit its port. With DCQCN the
 * card of a host also keeps each flow to its rate, and tells senders of marks that it has seen. A
 * packet's mark becomes that of the frame in it, where it arrives.
 */
final class EndpointStation implements Station, Outbox {
    private static final long PS = 1_000;

    private final Network network;
    private final Endpoint endpoint;
    private final Payload payload;
    private final boolean isHost;
    private final int node;
    private final long backlogLimitPs;
    private final @Nullable DcqcnOptions dcqcn;
    private final Frame inView = new Frame();
    private final Frame outView = new Frame();

    private final int address;
    private final Runnable onInput;
    private int[] addressOfNode = {};
    /** By address of the other end. */
    private final Map<Integer, DcqcnRate> rates = new HashMap<>();

    private final Map<Integer, Long> noticedPs = new HashMap<>();
    private final SendQueue sent;
    private int claimed = -1;
    private long roomAtPs = Long.MAX_VALUE;

    /**
     * @param backlogLimitPs how much of its own may wait at a host's link
     * @param dcqcn null for sending at the link's rate
     * @param onInput called after every input, when the machine has said what it had to say
     */
    EndpointStation(
            Network network,
            Endpoint endpoint,
            Payload payload,
            int node,
            long backlogLimitPs,
            Processing processing,
            @Nullable DcqcnOptions dcqcn,
            Runnable onInput) {
        this.network = network;
        this.endpoint = endpoint;
        this.payload = payload;
        this.node = node;
        this.backlogLimitPs = backlogLimitPs;
        // Wait until half has left, so that one wake-up serves several frames.
        sent = new SendQueue(backlogLimitPs / 2);
        this.onInput = onInput;
        isHost = network.fabric().isHost(node);
        this.dcqcn = isHost ? dcqcn : null;
        address = network.attach(node, this, processing);
    }

    int address() {
        return address;
    }

    /** {@code addresses} is where the frames for each node of the plan's topology go. */
    void connect(int[] addresses) {
        addressOfNode = addresses;
    }

    @Override
    public void onPacket(long nowPs, int packet) {
        if (network.isNotice(packet)) {
            if (dcqcn != null) {
                rate(network.flow(packet), dcqcn).onNotice(nowPs);
            }
            return;
        }
        if (dcqcn != null && network.isMarked(packet)) {
            notice(nowPs, network.flow(packet), dcqcn);
        }
        Frame frame = network.view(packet, inView);
        endpoint.onFrame(nowPs / PS, frame.marked(network.isMarked(packet)));
    }

    @Override
    public void onTimer(long nowPs) {
        endpoint.onTimer(nowPs / PS);
    }

    @Override
    public void poll(long nowPs) {
        roomAtPs = Long.MAX_VALUE;
        endpoint.poll(nowPs / PS, this);
        onInput.run();
    }

    @Override
    public long deadlinePs() {
        long deadlineNs = endpoint.deadlineNs();
        long timerPs = deadlineNs > Long.MAX_VALUE / PS ? Long.MAX_VALUE : deadlineNs * PS;
        return Math.min(timerPs, roomAtPs);
    }

    /** The sender's address is its flow's number. */
    private void notice(long nowPs, int sender, DcqcnOptions options) {
        Long before = noticedPs.get(sender);
        if (before == null || nowPs >= before + options.noticeGapPs()) {
            noticedPs.put(sender, nowPs);
            network.send(address, network.takeNotice(sender, address));
        }
    }

    private DcqcnRate rate(int to, DcqcnOptions options) {
        DcqcnRate rate = rates.get(to);
        if (rate == null) {
            rate = new DcqcnRate(options, network.lineRate(node));
            rates.put(to, rate);
        }
        return rate;
    }

    @Override
    public @Nullable Frame claim(int to, int lengthBytes) {
        if (isHost && sent.waitingPs(network.nowPs()) > backlogLimitPs) {
            roomAtPs = Math.min(roomAtPs, sent.lowAtPs());
            return null;
        }
        if (dcqcn != null) {
            long nextPs = rate(addressOfNode[to], dcqcn).nextPs();
            if (nextPs > network.nowPs()) {
                roomAtPs = Math.min(roomAtPs, nextPs);
                return null;
            }
        }
        if (claimed >= 0) {
            network.release(claimed);
        }
        claimed = network.take(
                addressOfNode[to], address, lengthBytes, payload.wireBytes(lengthBytes));
        return network.view(claimed, outView);
    }

    @Override
    public void commit() {
        int packet = claimed;
        claimed = -1;
        if (dcqcn != null) {
            rate(network.target(packet), dcqcn).onSent(network.nowPs(), network.wireBytes(packet));
        }
        if (isHost) {
            long beforePs = network.backlogPs(node);
            network.send(address, packet);
            long afterPs = network.backlogPs(node);
            sent.add(network.nowPs() + afterPs, afterPs - beforePs);
        } else {
            network.send(address, packet);
        }
    }
}
