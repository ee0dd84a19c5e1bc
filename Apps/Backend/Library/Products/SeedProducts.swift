/// Thirty products for a shop of computing history, with fixed ids and dates.
enum SeedProducts {
    static let all: [Product] = [
        ("CARD-1000", "Punched cards, box of 1,000", "19.90", .eur, "Eighty columns, cut corner."),
        ("CARD-PUNCH", "Hand card punch", "149.00", .eur, "Twelve keys, and no backspace."),
        ("TAPE-PAPER-8", "Paper tape, eight channels", "7.50", .eur, "A roll of 300 metres."),
        ("TAPE-MAG-9", "Magnetic tape, nine tracks", "24.00", .eur, "A reel of 730 metres."),
        ("DRUM-MEM", "Drum memory", "1250.00", .gbp, "Serviced. Ships on a pallet."),
        ("CORE-4K", "Core memory plane, 4 KiB", "389.00", .usd, "Woven by hand."),
        ("NANOSECOND", "Nanosecond of wire", "1.00", .usd, "29.98 cm of copper, as handed out by Grace Hopper."),
        ("MICROSECOND", "Microsecond of wire", "95.00", .usd, "A coil of 299.8 metres."),
        ("SLIDE-RULE", "Slide rule, bamboo", "4800", .jpy, "Ten inches, with cursor and case."),
        ("SOROBAN-13", "Soroban, 13 rods", "3200", .jpy, nil),
        ("ABACUS-RU", "Schoty abacus", "29.00", .eur, nil),
        ("LOG-TABLES", "Logarithm tables, seven places", "12.00", .gbp, "Errata included."),
        ("DIFF-ENGINE-KIT", "Difference engine kit", "799.00", .gbp, "Calculates to eight digits. Assembly required."),
        ("NOTE-G", "Note G, facsimile", "9.95", .gbp, "The program for the Bernoulli numbers of 1843."),
        ("ENIGMA-PAPER", "Paper Enigma", "6.50", .eur, "Three rotors, printed on card."),
        ("BOMBE-POSTER", "Bombe wiring poster", "18.00", .gbp, nil),
        ("TELETYPE-33", "Teletype, model 33", "640.00", .usd, "Ten characters per second, and one bell."),
        ("TTY-RIBBON", "Ribbon for teletypes", "8.00", .usd, nil),
        ("PLUGBOARD", "Plugboard with 40 cables", "210.00", .usd, nil),
        ("NIXIE-6", "Nixie clock, six tubes", "329.00", .eur, "Shows UTC."),
        ("TUBE-6J6", "Vacuum tube 6J6, pair", "14.00", .usd, "Matched."),
        ("RELAY-MOTH", "Relay with moth", "45.00", .usd, "The first actual case, taped to a logbook page."),
        ("LOGBOOK", "Engineer's logbook", "11.00", .eur, "192 numbered pages."),
        ("FLOWCHART-STENCIL", "Flowchart stencil", "5.90", .eur, "ISO 5807 symbols."),
        ("CODING-FORM", "Coding forms, pad of 50", "6.90", .eur, "Columns 73 to 80 are for sequence numbers."),
        ("MOON-ROPE", "Core rope sample", "480.00", .usd, "Read only, and proud of it."),
        ("FLOPPY-8", "Floppy disks, 8 inch, ten", "39.00", .eur, "Single sided."),
        ("ACOUSTIC-300", "Acoustic coupler, 300 baud", "89.00", .chf, "The handset is not included."),
        ("MODEL-M", "Buckling spring keyboard", "165.00", .eur, "Audible in the next office."),
        ("MOUSE-WOOD", "Wooden mouse, one button", "120.00", .usd, "Two wheels, one for each axis."),
    ].enumerated().map(product)

    private typealias Row = (sku: String, name: String, amount: String, currency: Currency, description: String?)

    private static func product(_ index: Int, _ row: Row) -> Product {
        // One product a day, from 2026-02-01T09:00:00Z.
        let created = Timestamp(milliseconds: (1_769_936_400 + Int64(index) * 86_400) * 1000)
        return Product(
            id: "p-\(row.sku.lowercased())", sku: row.sku, name: row.name,
            price: Price(amount: row.amount, currency: row.currency), description: row.description, createdAt: created)
    }
}
