/// Finds a key's place in the list without hashing its name: the types' identities are numbers already.
///
/// Open addressing at half load. Keys of one type start their search at the same slot, moved on by the name's length,
/// and are then told apart by name; an app has few of each.
struct KeyTable: Sendable {
    private struct Slot {
        let type: ObjectIdentifier
        let name: String
        let place: Int
    }

    private let slots: [Slot?]

    init(_ keys: [AnyKey]) {
        var capacity = 2
        while capacity < keys.count * 2 { capacity *= 2 }
        var slots = [Slot?](repeating: nil, count: capacity)
        for (place, key) in keys.enumerated() {
            var slot = Self.firstSlot(key.typeID, key.name, of: capacity)
            while slots[slot] != nil { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = Slot(type: key.typeID, name: key.name, place: place)
        }
        self.slots = slots
    }

    func place(type: ObjectIdentifier, name: String) -> Int? {
        var index = Self.firstSlot(type, name, of: slots.count)
        while let slot = slots[index] {
            if slot.type == type && slot.name == name { return slot.place }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Metadata addresses are multiples of eight at least; the odd constant (2⁶⁴ divided by the golden ratio) spreads
    /// them.
    private static func firstSlot(_ type: ObjectIdentifier, _ name: String, of capacity: Int) -> Int {
        let mixed = (UInt(bitPattern: type) >> 3) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: (mixed >> 32) &+ UInt(name.utf8.count)) & (capacity - 1)
    }
}
