package io.rina.runtime.control;

import io.rina.runtime.control.proto.Asked;
import io.rina.runtime.control.proto.Called;
import io.rina.runtime.control.proto.Done;
import io.rina.runtime.control.proto.Finding;
import io.rina.runtime.control.proto.FromMember;
import io.rina.runtime.control.proto.Ready;
import io.rina.runtime.control.proto.Stalled;
import io.rina.runtime.control.proto.ToMember;
import io.rina.runtime.job.JobException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a member stands in the job or in one of its rank groups, from asking to release. */
public final class Standing {
    /** What this rank has called, for the other ranks to compare with. */
    public interface Calls {
        /** The call of a number as text; empty when it was not made yet. */
        String call(long sequence);

        /** What this rank waits for in the job and in other groups; may be empty. */
        String instead();
    }

    /** What this rank does from one epoch to the next. Called one at a time, in order. */
    public interface Epochs {
        /**
         * Stops: no operation completes here until {@link #resume}. Returns the number up to which all
         * are complete here.
         */
        long suspend(Assignment next);

        /**
         * Goes on in the epoch that was given last, with the operations after number {@code
         * completed}, up to which they are complete at all ranks.
         */
        void resume(long completed);
    }

    private final Membership membership;
    private final int number;
    private final CompletableFuture<Assignment> assignment = new CompletableFuture<>();
    private final CompletableFuture<Void> go = new CompletableFuture<>();
    private final CompletableFuture<Void> release = new CompletableFuture<>();
    /** Guarded by this; what the coordinator says before they are known waits for them. */
    private @Nullable Epochs epochs;

    private @Nullable Assignment early;
    /** The next epoch is to begin; guarded by this, as what follows. */
    private boolean isChanging;

    private boolean isLeaving;
    private volatile boolean gaveUp;
    private volatile @Nullable Calls calls;
    private volatile @Nullable Finding finding;

    Standing(Membership membership, int number) {
        this.membership = membership;
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Waits until all have asked; throws JobException when refused, or when time is up. */
    public Assignment awaitAssignment() {
        return membership.awaitStart(assignment, "the other members");
    }

    /**
     * Tells that this member can take frames as its first assignment says, and waits until all can.
     * Assignments that follow are for {@code epochs}.
     */
    public void readyAndAwaitGo(Epochs epochs) {
        ready(awaitAssignment(), 0);
        synchronized (this) {
            this.epochs = epochs;
            if (early != null) {
                change(epochs, early);
            }
        }
        awaitGo();
    }

    private void ready(Assignment given, long completed) {
        say(FromMember.newBuilder()
                .setReady(Ready.newBuilder()
                        .setPlanDigest(given.program().digest())
                        .setEpoch(given.job().epoch())
                        .setCompleted(completed)));
    }

    /** Waits until all members can take frames. */
    public void awaitGo() {
        membership.awaitStart(go, "all members to be ready");
    }

    /** Calls {@code onFailure} once if it ends badly. */
    public void onLost(Consumer<JobException> onFailure) {
        CompletableFuture<Void> _ = release.whenComplete((_, failure) -> {
            if (failure instanceof JobException lost) {
                onFailure.accept(lost);
            }
        });
    }

    /** Calls {@code onEnd} once, when no one needs this member any more, or it ends badly. */
    public void onEnd(Runnable onEnd) {
        CompletableFuture<Void> _ = release.whenComplete((_, _) -> onEnd.run());
    }

    /** Tells what this member has called. To be set before it goes. */
    public void onAsked(Calls calls) {
        this.calls = calls;
    }

    /** Tells that an operation does not move here, so that all ranks' calls are compared. */
    public void reportStall(long sequence) {
        say(FromMember.newBuilder().setStalled(Stalled.newBuilder().setSequence(sequence)));
    }

    /** What the coordinator has found out about a stalled operation; empty when nothing yet. */
    public String finding(long sequence) {
        JobException gone = membership.coordinatorGone();
        if (gone != null) {
            return String.valueOf(gone.getMessage());
        }
        Finding last = finding;
        return last != null && last.getSequence() == sequence ? last.getText() : "";
    }

    /** Tells that this member needs no one any more; {@link #onEnd} follows when no one needs it. */
    public void done() {
        say(FromMember.newBuilder().setDone(Done.getDefaultInstance()));
    }

    /** The same, and waits for the end, serving others meanwhile. */
    public void doneAndAwaitRelease(Duration timeout) {
        synchronized (this) {
            isLeaving = true;
        }
        JobException gone = membership.coordinatorGone();
        if (gone != null) {
            throw gone.again();
        }
        done();
        membership.await(release, timeout, "the other workers to finish");
    }

    /** Waits for the end, however long it takes. */
    public void awaitRelease() {
        membership.await(release);
    }

    /** Tells why this member gives up, so that the others need not wait. */
    public void giveUp(String why) {
        if (!release.isDone()) {
            gaveUp = true;
            say(FromMember.newBuilder().setDone(Done.newBuilder().setFailure(why)));
        }
    }

    private void say(FromMember.Builder message) {
        membership.say(message.setGroup(number));
    }

    /** What was said last must reach the coordinator: it answers by ending the job. */
    void awaitAnswerToGivingUp(Duration timeout) {
        if (gaveUp) {
            membership.awaitQuietly(release, timeout);
        }
    }

    void fail(JobException failure) {
        assignment.completeExceptionally(failure);
        go.completeExceptionally(failure);
        release.completeExceptionally(failure);
    }

    /** The coordinator is gone: it fails if it needs it now. */
    synchronized void detach(JobException failure) {
        if (!go.isDone() || isChanging || isLeaving) {
            fail(failure);
        }
    }

    void onAssignment(Assignment given) {
        if (assignment.complete(given)) {
            return;
        }
        synchronized (this) {
            if (epochs == null) {
                early = given;
            } else {
                change(epochs, given);
            }
        }
    }

    private void change(Epochs known, Assignment next) {
        isChanging = true;
        ready(next, known.suspend(next));
    }

    private void onGo(long completed) {
        synchronized (this) {
            isChanging = false;
            if (epochs != null) {
                epochs.resume(completed);
            }
        }
        go.complete(null);
    }

    /** What comes while all is well. */
    void accept(ToMember message) {
        switch (message.getKindCase()) {
            case GO -> onGo(message.getGo().getCompleted());
            case RELEASE -> release.complete(null);
            case ASKED -> answer(message.getAsked());
            case FINDING -> finding = message.getFinding();
            case ASSIGNMENT, LAYOUT, LOST, WITHDRAWN, WAITING, KIND_NOT_SET -> {}
        }
    }

    private void answer(Asked asked) {
        Calls known = calls;
        var answer = Called.newBuilder().setSequence(asked.getSequence());
        if (known != null) {
            answer.setCall(known.call(asked.getSequence())).setInstead(known.instead());
        }
        say(FromMember.newBuilder().setCalled(answer));
    }
}
