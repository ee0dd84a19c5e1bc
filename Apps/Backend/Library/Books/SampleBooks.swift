/// Well-known works with the facts of Project Gutenberg's catalog: numbers, titles, people with their years, and a
/// selection of subjects and bookshelves. The summaries and download counts are this server's own.
enum SampleBooks {
    static let works = table.enumerated().map { position, book in
        var book = book
        // 100 less for each place in the table, and more than any sample volume.
        book.downloadCount = volumeCount + 100 * (table.count - position)
        return book
    }

    /// A thousand generated entries to page through. Their ids are higher than any number of Project Gutenberg.
    static let volumes = (0..<volumeCount).map { number in
        Book(
            id: 1_000_000 + number, title: "Sample Volume \(number)",
            // 25 authors, some with unknown years.
            authors: [
                Person(
                    name: "Sample Author \(number % 25)", birthYear: number % 5 == 0 ? nil : 1800 + number % 25,
                    deathYear: number % 5 == 1 ? nil : 1870 + number % 25)
            ],
            summaries: ["A generated entry of the sample catalog."], subjects: ["Sample entries"],
            bookshelves: ["Sample Shelf \(number % 10)"], copyright: number % 10 == 9 ? nil : false,
            // Fewer downloads than any real work, and a different number for each volume.
            downloadCount: volumeCount - number)
    }

    private static let volumeCount = 1000

    private static let table: [Book] = [
        Book(
            84, "Frankenstein; Or, The Modern Prometheus", by: [Person("Shelley, Mary Wollstonecraft", 1797, 1851)],
            about: "Gothic fiction; Horror tales; Monsters -- Fiction; Science fiction; Scientists -- Fiction",
            shelves: "Gothic Fiction; Movie Books; Precursors of Science Fiction; Science Fiction by Women",
            note: "A student builds a living being and abandons it, and both pay for that."),
        Book(
            1342, "Pride and Prejudice", by: [Person("Austen, Jane", 1775, 1817)],
            about: "Courtship -- Fiction; Domestic fiction; England -- Fiction; Love stories; Sisters -- Fiction",
            shelves: "Best Books Ever Listings; Harvard Classics",
            note: "A woman with four sisters and a proud landowner correct their first opinions of each other."),
        Book(
            2701, "Moby Dick; Or, The Whale", by: [Person("Melville, Herman", 1819, 1891)],
            about:
                "Adventure stories; Psychological fiction; Sea stories; Ship captains -- Fiction; Whaling -- Fiction",
            shelves: "Best Books Ever Listings",
            note: "The captain of a whaling ship hunts the animal that took his leg."),
        Book(
            11, "Alice's Adventures in Wonderland", by: [Person("Carroll, Lewis", 1832, 1898)],
            about: "Children's stories; Fantasy fiction; Imaginary places -- Juvenile fiction",
            shelves: "Children's Literature",
            note: "A girl follows a rabbit underground and meets creatures with a logic of their own."),
        Book(
            145, "Middlemarch", by: [Person("Eliot, George", 1819, 1880)],
            about: "Bildungsromans; City and town life -- Fiction; Domestic fiction; England -- Fiction; Love stories",
            shelves: "Best Books Ever Listings; Historical Fiction",
            note: "The marriages, plans and debts of people in an English town around 1830."),
        Book(
            2641, "A Room with a View", by: [Person("Forster, E. M. (Edward Morgan)", 1879, 1970)],
            about: "England -- Fiction; Florence (Italy) -- Fiction; Humorous stories; Young women -- Fiction",
            shelves: "Italy",
            note: "A young woman meets a man in Florence and has to choose between him and her fiancé at home."),
        Book(
            345, "Dracula", by: [Person("Stoker, Bram", 1847, 1912)],
            about: "Epistolary fiction; Gothic fiction; Horror tales; Vampires -- Fiction",
            shelves: "Gothic Fiction; Horror; Movie Books; Mystery Fiction",
            note: "Letters and diaries tell how a small group of people pursues a count from Transylvania."),
        Book(
            174, "The Picture of Dorian Gray", by: [Person("Wilde, Oscar", 1854, 1900)],
            about: "Didactic fiction; Paranormal fiction; Portraits -- Fiction; Supernatural -- Fiction",
            shelves: "Gothic Fiction; Movie Books", note: "A young man stays young while his portrait ages."),
        Book(
            64317, "The Great Gatsby", by: [Person("Fitzgerald, F. Scott (Francis Scott)", 1896, 1940)],
            about:
                "First loves -- Fiction; Long Island (N.Y.) -- Fiction; Psychological fiction; Rich people -- Fiction",
            note: "A man with a new fortune gives parties to win back a woman from his past."),
        Book(
            25344, "The Scarlet Letter", by: [Person("Hawthorne, Nathaniel", 1804, 1864)],
            about: "Adultery -- Fiction; Historical fiction; Puritans -- Fiction; Revenge -- Fiction",
            shelves: "Banned Books from Anne Haight's list",
            note: "A woman in Puritan Boston has to wear a letter and does not name the father of her child."),
        Book(
            1952, "The Yellow Wallpaper", by: [Person("Gilman, Charlotte Perkins", 1860, 1935)],
            about:
                "Feminist fiction; Married women -- Psychology -- Fiction; Psychological fiction; Sex role -- Fiction",
            shelves: "Gothic Fiction",
            note: "A woman who is ordered to rest studies the pattern on the wall of her room."),
        Book(
            35, "The Time Machine", by: [Person("Wells, H. G. (Herbert George)", 1866, 1946)],
            about: "Dystopias -- Fiction; Science fiction; Time travel -- Fiction",
            shelves: "Movie Books; Science Fiction", note: "An inventor reports from the year 802,701."),
        Book(
            36, "The War of the Worlds", by: [Person("Wells, H. G. (Herbert George)", 1866, 1946)],
            about: "Imaginary wars and battles -- Fiction; Martians -- Fiction; Science fiction; War stories",
            shelves: "Movie Books; Science Fiction", note: "Martians land near London, and an eyewitness survives them."
        ),
        Book(
            120, "Treasure Island", by: [Person("Stevenson, Robert Louis", 1850, 1894)],
            about: "Pirates -- Fiction; Sea stories; Treasure troves -- Fiction",
            shelves: "Best Books Ever Listings; Children's Literature; Historical Fiction",
            note: "A boy with a map sails on a ship whose crew has plans of its own."),
        Book(
            1513, "Romeo and Juliet", by: [Person("Shakespeare, William", 1564, 1616)],
            about: "Conflict of generations -- Drama; Tragedies; Vendetta -- Drama; Youth -- Drama",
            note: "Two young people of hostile families marry in secret."),
        Book(
            5200, "Metamorphosis", by: [Person("Kafka, Franz", 1883, 1924)],
            translated: [Person("Wyllie, David (Translator)")],
            about: "Metamorphosis -- Fiction; Psychological fiction", shelves: "Horror", copyright: true,
            note: "A salesman wakes up as an insect, and his family adapts."),
        Book(
            135, "Les Misérables", by: [Person("Hugo, Victor", 1802, 1885)],
            translated: [Person("Hapgood, Isabel Florence", 1850, 1928)],
            about: "Epic literature; Ex-convicts -- Fiction; Historical fiction; Paris (France) -- Fiction",
            shelves: "Banned Books from Anne Haight's list; Historical Fiction",
            note: "A former convict raises an orphan while a policeman pursues him."),
        Book(
            1259, "Twenty years after",
            by: [Person("Dumas, Alexandre", 1802, 1870), Person("Maquet, Auguste", 1813, 1888)],
            about: "France -- History -- Louis XIV, 1643-1715 -- Fiction",
            shelves: "Adventure; Historical Fiction; Movie Books",
            note: "The musketeers meet again, on different sides."),
        Book(
            6130, "The Iliad", by: [Person("Homer", -750, -650)], translated: [Person("Pope, Alexander", 1688, 1744)],
            about: "Classical literature; Epic poetry, Greek -- Translations into English; Trojan War -- Poetry",
            shelves: "Classical Antiquity", note: "A quarrel in the Greek camp decides some weeks of the war for Troy."),
        Book(
            2680, "Meditations", by: [Person("Marcus Aurelius, Emperor of Rome", 121, 180)],
            about: "Ethics; Life; Stoics", shelves: "Harvard Classics",
            note: "A Roman emperor reminds himself how to live."),
        Book(
            132, "The Art of War", by: [Person("Sunzi, active 6th century B.C.")],
            translated: [Person("Giles, Lionel", 1875, 1958)],
            about: "Military art and science -- Early works to 1800; War -- Early works to 1800",
            note: "Thirteen chapters on how to win, if possible without a battle."),
        Book(
            2017, "Dhammapada, a Collection of Verses; Being One of the Canonical Books of the Buddhists",
            translated: [Person("Müller, F. Max (Friedrich Max)", 1823, 1900)],
            about: "Buddhism; Theravada Buddhism -- Sacred texts", shelves: "Buddhism",
            note: "Verses that are attributed to the Buddha, by subject."),
        Book(
            2229, "Faust: Der Tragödie erster Teil", by: [Person("Goethe, Johann Wolfgang von", 1749, 1832)], in: "de",
            about: "German poetry; Legends -- Germany -- Drama; Magicians -- Drama",
            shelves: "Best Books Ever Listings; DE Drama; Harvard Classics",
            note: "A scholar makes a bargain with the devil."),
        Book(
            24249, "Die Harzreise", by: [Person("Heine, Heinrich", 1797, 1856)], edited: [Person("Lachmann, Otto F.")],
            in: "de", about: "German poetry -- 19th century; Harz Mountains (Germany) -- Description and travel",
            shelves: "DE Lyrik; DE Prosa", note: "A student walks from Göttingen through the Harz."),
        Book(
            6994, "Han d'Islande", by: [Person("Hugo, Victor", 1802, 1885)], in: "fr",
            about: "Friendship -- Fiction; Political prisoners -- Fiction; Suspense fiction", shelves: "FR Littérature",
            note: "A novel about love and revenge in Norway around 1700."),
        Book(
            7000, "Kalevala", in: "fi", about: "Finnish poetry",
            note: "The epic that Elias Lönnrot compiled from Finnish folk poems."),
        Book(
            226, "Cicero's Orations", by: [Person("Cicero, Marcus Tullius", -106, -43)], in: "la",
            about: "Speeches, addresses, etc., Latin", shelves: "Classical Antiquity", note: "Speeches in Latin."),
        Book(
            24264, "紅樓夢", by: [Person("Cao, Xueqin", 1717, 1763)], in: "zh",
            about: "China -- History -- Qing dynasty, 1644-1912 -- Fiction; Upper class -- China -- Fiction",
            note: "The decline of a noble family in the 18th century."),
        Book(
            20038, "Frankenstein; Or, The Modern Prometheus", by: [Person("Shelley, Mary Wollstonecraft", 1797, 1851)],
            about: "Gothic fiction; Horror tales; Monsters -- Fiction; Science fiction; Scientists -- Fiction",
            shelves: "Movie Books; Precursors of Science Fiction; Science Fiction by Women", as: .sound,
            formats: [Book.audioType: "https://www.gutenberg.org/files/20038/mp3/20038-01.mp3"],
            note: "The novel as a recording."),
        Book(
            20687, "Pride and Prejudice", by: [Person("Austen, Jane", 1775, 1817)], about: "Courtship -- Fiction",
            shelves: "Best Books Ever Listings", as: .sound,
            note: "The novel as a recording, of which this server has no address."),
    ]
}

extension Book {
    /// - Parameter subjects: separated by semicolons, as are the shelves.
    fileprivate init(
        _ id: Int, _ title: String, by authors: [Person] = [], edited editors: [Person] = [],
        translated translators: [Person] = [], in language: String = "en", about subjects: String,
        shelves: String = "", copyright: Bool = false, as medium: Medium = .text, formats: [String: String] = [:],
        note: String
    ) {
        func items(_ text: String) -> [String] { text.split(separator: "; ").map(String.init) }
        self.init(
            id: id, title: title, authors: authors, editors: editors, translators: translators, summaries: [note],
            subjects: items(subjects), bookshelves: items(shelves), languages: [language], copyright: copyright,
            mediaType: medium, formats: formats)
    }
}

extension Person {
    fileprivate init(_ name: String, _ birthYear: Int? = nil, _ deathYear: Int? = nil) {
        self.init(name: name, birthYear: birthYear, deathYear: deathYear)
    }
}
