import EngineTestSupport
import Foundation
import Models
import Primitives
import TestSupport
import Testing

@testable import RemoteServices

@Suite("Merging of changes")
struct OutboxMergingTests {
    @Test("sending merged changes has the effect of sending each, for every kind of change", arguments: 1...50)
    func merging(seed: UInt64) throws {
        let random = SeededRandomSource(seed: seed)
        let note = (1...20).map { number in
            random.next() % 4 == 0 ? NoteChange.clear(note: "a") : .append(note: "a", "\(number),")
        }
        expectEqualEffect(of: note, on: "") { change, text in
            if case .append(_, let more) = change { text += more } else { text = "" }
        }
        let entry = try TimeEntry.fixture()
        for isThere in [true, false] {
            // An entry is added only while there is none.
            var isAdded = isThere
            let presence = (1...20).map { _ in
                isAdded = !isAdded && random.next() % 2 == 0
                return isAdded ? TimeEntryChange.add(entry) : .delete(entry.id)
            }
            expectEqualEffect(of: presence, on: isThere) { change, isThere in
                if case .add = change { isThere = true } else { isThere = false }
            }
        }
        let user = try User.fixture(about: "Before.")
        let profiles = try (1...20).map { number in try Self.profileChange(number, of: user, random) }
        expectEqualEffect(of: profiles, on: user) { change, user in change.apply(to: &user) }
    }

    private static func profileChange(
        _ number: Int, of user: User, _ random: SeededRandomSource
    ) throws -> ProfileChange {
        let (name, email) = (try DisplayName("N\(number)"), try EmailAddress("e\(number)@example.com"))
        func one<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let patch = ProfilePatch(
            name: one([nil, name]), email: one([nil, email]), about: one([.unchanged, .cleared, .set("\(number)")]))
        return one([
            .update(user.id, patch, base: user.profile), .update(user.id, patch, base: nil),
            .replace(user.id, Profile(name: name, email: email, about: one([nil, "\(number)"]))),
        ])
    }

    /// Merges the changes as an outbox does whose entries are all open, after writing and reading each as JSON.
    private func expectEqualEffect<Change: OutboxChange, Value: Equatable>(
        of changes: [Change], on start: Value, apply: (Change, inout Value) -> Void
    ) {
        var (queue, expected, merged) = ([Change](), start, start)
        for change in changes {
            apply(change, &expected)
            guard let last = queue.last else {
                queue.append(change)
                continue
            }
            switch last.merged(with: change) {
            case .keepBoth: queue.append(change)
            case .replace(let replacement): queue[queue.endIndex - 1] = replacement
            case .removeBoth: queue.removeLast()
            }
        }
        for change in queue {
            let read = (try? JSONCoding().encode(change)).flatMap { try? Change.decode($0, version: Change.version) }
            #expect(read != nil)
            apply(read ?? change, &merged)
        }
        #expect(merged == expected && queue.count < changes.count)
    }
}
