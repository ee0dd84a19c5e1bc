import ContractSuites
import EngineContracts
import EngineTestSupport
import Models
import Services
import Synchronization
import TestSupport
import Testing

@Suite("The pages of a list of books", .failsOnUnexpectedCalls)
struct BookPagesTests {
    private let query = BookQuery(search: "whale")

    @Test("a page is requested when it is read")
    func lazy() async throws {
        let service = MockBookService(pageOf: .value(try page([1], next: "b")), pageAt: .value(try page([2])))
        var iterator = service.pages(matching: query).makeAsyncIterator()
        #expect(service.calls.isEmpty)
        #expect(try await iterator.next()?.books.map(\.id.number) == [1])
        #expect(service.calls == [.pageOf(query)])
        #expect(try await iterator.next()?.books.map(\.id.number) == [2])
        #expect(try await iterator.next() == nil)
        #expect(service.calls.count == 2)
    }

    @Test("books come in order, each once, though pages repeat them, and page links are used verbatim")
    func doubles() async throws {
        let service = MockBookService(
            pageOf: .value(try page([1, 2, 1], next: "http://a/?p=2&q=%2C+x")),
            pageAt: links([
                "http://a/?p=2&q=%2C+x": try page([2, 3, 4], next: "http://a/?p=3"),
                "http://a/?p=3": try page([1, 4]),
            ]))
        let (numbers, fault) = try await read(service)
        #expect(numbers == [1, 2, 3, 4] && fault == nil)
        #expect(
            service.calls == [
                .pageOf(query), .pageAt(BookPage.Link("http://a/?p=2&q=%2C+x")),
                .pageAt(BookPage.Link("http://a/?p=3")),
            ])
    }

    @Test("a failure comes after the pages before it, and ends the list")
    func failure() async throws {
        let service = MockBookService(
            pageOf: .value(try page([1], next: "b")), pageAt: .error(.specific(.unreadableLink)))
        var iterator = service.pages(matching: query).makeAsyncIterator()
        #expect(try await iterator.next()?.books.count == 1)
        await expectFailure(.network) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
        #expect(service.calls.count == 2)
    }

    @Test("cancelling the reader cancels the request, and the reader receives cancellation")
    func cancellation() async throws {
        let gate = Gate()
        let wasCancelled = Mutex(false)
        let service = MockBookService(
            pageOf: .closure { _ throws(BookServiceError) in
                await gate.pass()
                wasCancelled.withLock { $0 = Task.isCancelled }
                throw .cancelled
            })
        let reader = Task { [query] in
            for try await _ in service.books(matching: query) {}
        }
        await gate.waitForArrivals(1)
        reader.cancel()
        await expectFailure(.cancelled) { try await reader.value }
        let requestWasCancelled = wasCancelled.withLock(\.self)
        #expect(requestWasCancelled)
    }

    @Test("a reader that is cancelled between two pages gets no further page")
    func cancelledBetweenPages() async throws {
        let service = MockBookService(
            pageOf: .value(try page([1], next: "b")), pageAt: .value(try page([2])))
        let task = Task { [query] in
            var read = 0
            do throws(BookServiceError) {
                for try await _ in service.pages(matching: query) {
                    read += 1
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            } catch {
                #expect(error.isCancellation)
                return read
            }
            return -1
        }
        #expect(await task.value == 1)
    }

    @Test(
        "with a limit, the last page is cut and no page after it is requested",
        arguments: [(0, 0), (2, 1), (3, 2), (9, 2)])
    func limit(limit: Int, requests: Int) async throws {
        let service = MockBookService(
            pageOf: .value(try page([1, 2], next: "b")), pageAt: .value(try page([3, 4])))
        let (numbers, fault) = try await read(service, limit: limit)
        #expect(numbers == Array([1, 2, 3, 4].prefix(limit)) && fault == nil)
        #expect(service.calls.count == requests)
    }

    @Test("a page that links back to an earlier one ends the list with an error, after its books")
    func loop() async throws {
        let service = MockBookService(
            pageOf: .value(try page([1], next: "b")),
            pageAt: links(["b": try page([2], next: "c"), "c": try page([3], next: "b")]))
        let (numbers, fault) = try await read(service)
        #expect(numbers == [1, 2, 3] && fault == .loop)
        #expect(service.calls.count == 3)
    }

    @Test("an endless list of the same books ends with an error after five pages without a new one")
    func endless() async throws {
        let page = try page([1], next: "b")
        let number = Atomic(0)
        let service = MockBookService(
            pageOf: .value(page),
            pageAt: .closure { _ throws(BookServiceError) in
                let next = number.add(1, ordering: .relaxed).newValue
                return BookPage(count: 1, books: page.books, next: BookPage.Link("b\(next)"))
            })
        let (numbers, fault) = try await read(service)
        #expect(numbers == [1] && fault == .noNewBooks(pages: 5))
        #expect(service.calls.count == 6)
    }

    @Test("an address of more than 8,192 bytes is not followed")
    func longLink() async throws {
        let link = "http://a/" + String(repeating: "é", count: 4_096)
        let service = MockBookService(pageOf: .value(try page([1], next: link)))
        let (numbers, fault) = try await read(service)
        #expect(numbers == [1] && fault == .unreadableLink)
    }

    /// Reads the list to its end, which may be a fault.
    private func read(
        _ service: MockBookService, limit: Int? = nil
    ) async throws -> (numbers: [Int], fault: BookListFault?) {
        var numbers: [Int] = []
        do throws(BookServiceError) {
            for try await book in service.books(matching: query, limit: limit) { numbers.append(book.id.number) }
            return (numbers, nil)
        } catch {
            guard case .specific(let fault) = error else { throw error }
            return (numbers, fault)
        }
    }

    private func page(_ numbers: [Int], next: String? = nil) throws -> BookPage {
        BookPage(
            count: 4, books: try numbers.map { number in try .fixture(id: number) },
            next: next.map { BookPage.Link($0) })
    }

    /// Pages by the text of their link.
    private func links(_ pages: [String: BookPage]) -> MockResponse<BookPage.Link, BookPage, BookServiceError> {
        .closure { link throws(BookServiceError) in
            guard let page = pages[link.text] else { throw .specific(.unreadableLink) }
            return page
        }
    }
}
