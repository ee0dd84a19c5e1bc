extension SampleBooks {
    /// Books in languages other than English, and recordings.
    static let languages = """
        2000 Don Quijote
        by Cervantes Saavedra, Miguel de 1547 1616
        lang es
        about Knights and knighthood -- Spain -- Fiction; Picaresque literature; Romances
        shelf Best Books Ever Listings; Harvard Classics
        note A reader of romances becomes a knight, and his neighbor a squire.

        58221 La Odisea
        by Homer -750 -650
        tr Segalá y Estalella, Luis 1873 1938
        lang es
        about Epic poetry, Greek -- Translations into Spanish
        note The Odyssey in Spanish prose.

        2229 Faust: Der Tragödie erster Teil
        by Goethe, Johann Wolfgang von 1749 1832
        lang de
        about German poetry; Legends -- Germany -- Drama; Magicians -- Drama
        shelf Best Books Ever Listings; DE Drama; Harvard Classics
        note A scholar makes a bargain with the devil.

        2403 Die Wahlverwandtschaften
        by Goethe, Johann Wolfgang von 1749 1832
        lang de
        about Adultery -- Fiction; German fiction -- 19th century; Love stories, German
        shelf DE Prosa
        note A couple invites two guests, and the four rearrange like elements.

        24249 Die Harzreise
        by Heine, Heinrich 1797 1856
        ed Lachmann, Otto F. ? ?
        lang de
        about German poetry -- 19th century; Harz Mountains (Germany) -- Description and travel
        shelf DE Lyrik; DE Prosa
        note A student walks from Göttingen through the Harz.

        24288 Das Stunden-Buch
        by Rilke, Rainer Maria 1875 1926
        lang de
        about German poetry -- 20th century
        shelf DE Lyrik
        note Three cycles of poems in the form of prayers.

        6996 Romeo und Julia
        by Shakespeare, William 1564 1616
        tr Schlegel, August Wilhelm von 1767 1845
        lang de
        about Conflict of generations -- Drama; Tragedies; Vendetta -- Drama; Youth -- Drama
        shelf DE Drama
        note The tragedy in the German translation of 1797.

        6994 Han d'Islande
        by Hugo, Victor 1802 1885
        lang fr
        about Friendship -- Fiction; Political prisoners -- Fiction; Suspense fiction
        shelf FR Littérature
        note A novel about love and revenge in Norway around 1700.

        2682 Henri III et sa Cour
        by Dumas, Alexandre 1802 1870
        lang fr
        about Henry III, King of France, 1551-1589 -- Drama
        shelf FR Théâtre
        note A historical drama about intrigues at the French court.

        24260 Le temple de Gnide
        by Montesquieu, Charles de Secondat, baron de 1689 1755
        lang fr
        about Hedonism
        shelf FR Littérature
        note A poem in prose about lovers at a temple of Venus.

        7000 Kalevala
        lang fi
        about Finnish poetry
        note The epic that Elias Lönnrot compiled from Finnish folk poems.

        226 Cicero's Orations
        by Cicero, Marcus Tullius -106 -43
        lang la
        about Speeches, addresses, etc., Latin
        shelf Classical Antiquity
        note Speeches in Latin.

        227 Aeneidos
        by Virgil -70 -19
        lang la
        about Epic poetry, Latin; Legends -- Rome -- Poetry
        shelf Best Books Ever Listings; Classical Antiquity; Harvard Classics
        note The Aeneid in Latin.

        24264 紅樓夢
        by Cao, Xueqin 1717 1763
        lang zh
        about China -- History -- Qing dynasty, 1644-1912 -- Fiction; Upper class -- China -- Fiction
        note The decline of a noble family in the 18th century.

        24240 墨子
        by Mo, Di -470 -391
        lang zh
        about Philosophy, Chinese
        note The writings of a Chinese philosopher and his school.

        24232 孝經
        by Unknown ? ?
        lang zh
        about Ethics -- China
        note A short classic about the respect of children for their parents.

        1982 羅生門
        by Akutagawa, Ryunosuke 1892 1927
        lang ja
        about Japan -- Social life and customs -- Fiction; Short stories
        note A dismissed servant shelters from the rain in a ruined gate.

        24291 O doido e a morte
        by Pascoais, Teixeira de 1877 1952
        lang pt
        about Poetry
        shelf PT Poesia
        note A poem about a madman and death.

        24292 La Montarino: la poemaro pri Veslemey
        by Garborg, Arne 1851 1924
        tr Tangerud, Odd ? ?
        lang eo
        about Poetry
        shelf Esperanto
        note A cycle of Norwegian poems in Esperanto.

        20038 Frankenstein; Or, The Modern Prometheus
        by Shelley, Mary Wollstonecraft 1797 1851
        about Gothic fiction; Horror tales; Monsters -- Fiction; Science fiction; Scientists -- Fiction
        shelf Movie Books; Precursors of Science Fiction; Science Fiction by Women
        audio https://www.gutenberg.org/files/20038/mp3/20038-01.mp3
        note The novel as a recording.

        20687 Pride and Prejudice
        by Austen, Jane 1775 1817
        about Courtship -- Fiction
        shelf Best Books Ever Listings
        audio
        note The novel as a recording, of which this server has no address.
        """
}
