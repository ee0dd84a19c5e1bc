import Foundation

extension CallEvent.Kind {
    /// One line for developers: what was decided, and why.
    public var sentence: String {
        switch self {
        case .started(let method, let url): "started \(method) \(url)"
        case .attemptStarted(let number): "attempt \(number) started"
        case .responded(let status): "answered \(status)"
        case .attemptFailed(let cause): "attempt failed: \(cause.word)"
        case .credentialRefused(willRefresh: true): "credential refused"
        case .credentialRefused(willRefresh: false): "credential refused, a newer one is there"
        case .refreshStarted: "credential: renewal started"
        case .refreshFinished: "credential: renewed"
        case .refreshFailed(let cause): "credential: renewal failed: \(cause.word)"
        case .credentialNotForgotten(let reason): "credential: still stored: \(reason)"
        case .resent: "sent again with the newer credential"
        case .notResent(let reason): "not sent again: \(reason)"
        case .redirected(let status, let url): "redirected (\(status)) to \(url)"
        case .redirectNotFollowed(let status, let reason):
            "redirect (\(status)) not followed: \(reason?.word ?? "by policy")"
        case .headersStripped(let names): "stripped for another origin: \(names.joined(separator: ", "))"
        case .credentialWithheld: "credential withheld from another origin"
        case .deprecated(let notice): notice.sentence
        case .retryScheduled(let attempt, let delay, let reason): "attempt \(attempt) follows in \(delay): \(reason)"
        case .notRetried(let refusal): "not tried again: \(refusal)"
        case .hedged(let delay): "hedged: not answered after \(delay)"
        case .notHedged(let refusal): "not hedged: \(refusal)"
        case .circuit(let change): "circuit: \(change)"
        case .credentialEnding(willWait: true): "credential: has ended, its renewal is waited for"
        case .credentialEnding(willWait: false): "credential: ends soon, is renewed meanwhile"
        case .waitingForRenewal: "credential: waits for a renewal under way"
        case .waitingForOtherProcess: "credential: another process renews it"
        case .takenFromOtherProcess: "credential: taken from another process"
        case .renewalSuppressed(.justRenewed): "credential: not renewed again so soon"
        case .renewalSuppressed(.justFailed(let cause)): "credential: renewal failed a moment ago: \(cause.word)"
        case .cache(let event): "cache: \(event.sentence)"
        case .download(let decision): "download: \(decision.sentence)"
        case .finished: "finished"
        case .failed(let cause): "failed: \(cause.word)"
        }
    }
}

extension DeprecationNotice {
    /// One line for developers.
    var sentence: String {
        var parts: [String] = []
        if let deprecation { parts.append("deprecated since \(deprecation.text)") }
        if let sunset { parts.append("ends \(sunset.text)") }
        if let link = deprecationLink ?? sunsetLink { parts.append("see \(link.absoluteString)") }
        return parts.joined(separator: ", ")
    }
}

extension DeprecationNotice.Moment {
    fileprivate var text: String {
        switch self {
        case .at(let date): HTTPDate.format(date)
        case .unreadable: "an unreadable date"
        }
    }
}

extension CacheEvent {
    /// One line for developers.
    var sentence: String {
        switch self {
        case .answered(let age): "answered, \(age) old"
        case .answeredStale(let age): "answered though stale, \(age) old"
        case .missed: "nothing kept"
        case .revalidated: "still holds"
        case .stored: "kept"
        case .notStored(let obstacle): "not kept: \(obstacle.sentence)"
        case .invalidated: "forgotten after a change"
        case .storeFailed(let reason): "store failed: \(reason)"
        }
    }
}

extension CacheEvent.Obstacle {
    fileprivate var sentence: String {
        switch self {
        case .forbidden: "the server forbids it"
        case .status(let status): "status \(status)"
        case .redirected: "the answer is another URI's"
        case .tooLarge: "too large"
        case .varies: "it varies by more than can be told apart"
        case .notReusable: "neither fresh nor to be asked about"
        case .overtaken: "a change overtook it"
        case .sessionEnded: "the session has ended"
        }
    }
}

extension DownloadDecision {
    /// One line for developers.
    var sentence: String {
        switch self {
        case .resumed(let offset): "continued behind \(offset) bytes"
        case .restarted(let reason): "begun anew: \(reason.sentence)"
        case .interrupted(let offset, let wait): "interrupted at \(offset) bytes, asked for again in \(wait)"
        case .gaveUp(let tries): "given up after \(tries) tries without a new byte"
        }
    }
}

extension DownloadDecision.Reason {
    fileprivate var sentence: String {
        switch self {
        case .noRecord: "nothing tells what is here"
        case .otherTarget: "what is here is another file"
        case .bytesMissing: "bytes are missing"
        case .wholeFile: "the server sends the whole file"
        case .otherVersion: "the server has another version"
        case .otherRange: "the server sends another part"
        case .encoded: "the answer is encoded"
        case .outOfRange: "the server has nothing behind these bytes"
        case .notResumable: "the server gives no strong validator"
        }
    }
}
