import ContractSuites
import Models
import Primitives
import Services
import Synchronization
import TestSupport
import Testing

@Suite("The pages of a list of books on many threads", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct BookPagesRaceTests {
    @Test("a reader that is cancelled at any moment has the first pages, and leaves no request", arguments: 0..<200)
    func cancellation(round: Int) async throws {
        let requests = Requests()
        let pages = try (1...5).map { number in
            BookPage(count: 5, books: [try .fixture(id: number)], next: number < 5 ? BookPage.Link("\(number)") : nil)
        }
        let service = MockBookService(
            pageOf: .closure { _ throws(BookServiceError) in try await requests.run { pages[0] } },
            pageAt: .closure { link throws(BookServiceError) in try await requests.run { pages[Int(link.text) ?? 0] } })
        let reader = Task {
            var read: [Int] = []
            do throws(BookServiceError) {
                for try await page in service.pages(matching: BookQuery()) { read += page.books.map(\.id.number) }
            } catch {
                #expect(error.isCancellation)
                return (read, false)
            }
            return (read, true)
        }
        let canceller = Task {
            for _ in 0..<(round % 40) { await Task.yield() }
            reader.cancel()
        }
        let (read, isComplete) = await reader.value
        #expect(read == Array((1...5).prefix(read.count)))
        #expect(read.count == 5 || !isComplete)
        #expect(requests.most <= 1)
        await canceller.value
        await requests.end()
    }

    @Test("a reader that leaves the loop at any page cancels the request ahead")
    func release() async throws {
        // Not as arguments, which would have a time limit each.
        for round in 0..<200 { try await release(round: round) }
    }

    private func release(round: Int) async throws {
        let requests = Requests()
        let number = Atomic(0)
        let service = MockBookService(
            pageOf: .closure { _ throws(BookServiceError) in
                try await requests.run { BookPage(count: 9, books: [], next: BookPage.Link("0")) }
            },
            pageAt: .closure { _ throws(BookServiceError) in
                let next = number.add(1, ordering: .relaxed).newValue
                if next > round % 4 { await requests.waitForCancellation() }
                return try await requests.run { BookPage(count: 9, books: [], next: BookPage.Link("\(next)")) }
            })
        var read = 0
        for try await _ in service.pages(matching: BookQuery()) {
            read += 1
            if read > round % 4 { break }
            for _ in 0..<(round % 3) { await Task.yield() }
        }
        await requests.end()
        #expect(read == round % 4 + 1)
    }
}

/// Counts the requests that run at once.
private final class Requests: Sendable {
    private struct Counts {
        var running = 0
        var most = 0
    }

    private let counts = Mutex(Counts())
    private let closed = Gate()
    private let changes = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// The largest number of requests that ran at once.
    var most: Int { counts.withLock { $0.most } }

    func run(_ page: () -> BookPage) async throws(BookServiceError) -> BookPage {
        begin()
        defer { finish() }
        for _ in 0..<3 { await Task.yield() }
        if Task.isCancelled { throw .cancelled }
        return page()
    }

    /// Suspends until the task is cancelled.
    func waitForCancellation() async {
        begin()
        defer { finish() }
        await closed.pass()
    }

    /// Returns once no request runs.
    func end() async {
        var iterator = changes.stream.makeAsyncIterator()
        while counts.withLock({ $0.running > 0 }) { _ = await iterator.next(isolation: nil) }
    }

    private func begin() {
        counts.withLock {
            $0.running += 1
            $0.most = max($0.most, $0.running)
        }
    }

    private func finish() {
        counts.withLock { $0.running -= 1 }
        changes.continuation.yield()
    }
}
