extension SampleBooks {
    /// Antiquity, verse, drama, philosophy and science in English, many of them translated.
    static let classics = """
        100 The Complete Works of William Shakespeare
        by Shakespeare, William 1564 1616
        about English drama -- Early modern and Elizabethan, 1500-1600
        shelf Plays
        note All plays and poems in one volume.

        1513 Romeo and Juliet
        by Shakespeare, William 1564 1616
        about Conflict of generations -- Drama; Tragedies; Vendetta -- Drama; Youth -- Drama
        note Two young people of hostile families marry in secret.

        2265 Hamlet
        by Shakespeare, William 1564 1616
        about Murder victims' families -- Drama; Princes -- Drama; Revenge -- Drama; Tragedies
        note A prince doubts how and whether to avenge his father.

        844 The Importance of Being Earnest: A Trivial Comedy for Serious People
        by Wilde, Oscar 1854 1900
        about Comedies; England -- Drama; Foundlings -- Drama; Identity (Psychology) -- Drama
        shelf Plays
        note Two men use the same invented name, and two women insist on it.

        2542 A Doll's House : a play
        by Ibsen, Henrik 1828 1906
        about Marriage -- Drama; Norwegian drama -- Translations into English; Wives -- Drama
        shelf Best Books Ever Listings
        note A wife's old debt becomes known, and she sees her marriage differently.

        5200 Metamorphosis
        by Kafka, Franz 1883 1924
        tr Wyllie, David (Translator) ? ?
        about Metamorphosis -- Fiction; Psychological fiction
        shelf Horror
        rights true
        note A salesman wakes up as an insect, and his family adapts.

        28054 The Brothers Karamazov
        by Dostoyevsky, Fyodor 1821 1881
        tr Garnett, Constance 1861 1946
        about Brothers -- Fiction; Didactic fiction; Fathers and sons -- Fiction
        shelf Best Books Ever Listings
        note Three brothers, their father, and the question of who killed him.

        135 Les Misérables
        by Hugo, Victor 1802 1885
        tr Hapgood, Isabel Florence 1850 1928
        about Epic literature; Ex-convicts -- Fiction; Historical fiction; Paris (France) -- Fiction
        shelf Banned Books from Anne Haight's list; Historical Fiction
        note A former convict raises an orphan while a policeman pursues him.

        1259 Twenty years after
        by Dumas, Alexandre 1802 1870; Maquet, Auguste 1813 1888
        about France -- History -- Louis XIV, 1643-1715 -- Fiction
        shelf Adventure; Historical Fiction; Movie Books
        note The musketeers meet again, on different sides.

        6130 The Iliad
        by Homer -750 -650
        tr Pope, Alexander 1688 1744
        about Classical literature; Epic poetry, Greek -- Translations into English; Trojan War -- Poetry
        shelf Classical Antiquity
        note A quarrel in the Greek camp decides some weeks of the war for Troy.

        24269 The Odyssey of Homer
        by Homer -750 -650
        tr Cowper, William 1731 1800
        about Epic poetry, Greek -- Translations into English; Homer -- Translations into English
        shelf Classical Antiquity; Poetry
        note A king needs ten years for the way home from Troy.

        31 Plays of Sophocles: Oedipus the King; Oedipus at Colonus; Antigone
        by Sophocles -495 -406
        tr Storr, Francis 1839 1919
        about Greek drama (Tragedy) -- Translations into English; Tragedies
        shelf Best Books Ever Listings; Harvard Classics; Plays
        note Three tragedies about the ruling family of Thebes.

        2707 The History of Herodotus — Volume 1
        by Herodotus -480 -420
        tr Macaulay, G. C. (George Campbell) 1852 1915
        about Greece -- History -- To 146 B.C.; History, Ancient
        note The causes of the Persian wars, with reports on Egypt and Scythia.

        150 The Republic
        by Plato -427 -347
        tr Jowett, Benjamin 1817 1893
        about Justice -- Early works to 1800; Political science -- Early works to 1800; Utopias -- Early works to 1800
        note A conversation about justice leads to the design of a state.

        1974 The Poetics of Aristotle
        by Aristotle -384 -322
        tr Butcher, S. H. (Samuel Henry) 1850 1910
        about Aesthetics -- Early works to 1800; Poetry -- Early works to 1800
        shelf Classical Antiquity; Philosophy
        note What a tragedy is made of, and how it moves its audience.

        228 The Aeneid
        by Virgil -70 -19
        tr Dryden, John 1631 1700
        about Epic poetry, Latin -- Translations into English; Legends -- Rome -- Poetry
        shelf Best Books Ever Listings; Classical Antiquity; Harvard Classics; Poetry
        note A Trojan flees from his burning city to found another.

        2680 Meditations
        by Marcus Aurelius, Emperor of Rome 121 180
        about Ethics; Life; Stoics
        shelf Harvard Classics
        note A Roman emperor reminds himself how to live.

        132 The Art of War
        by Sunzi, active 6th century B.C. ? ?
        tr Giles, Lionel 1875 1958
        about Military art and science -- Early works to 1800; War -- Early works to 1800
        note Thirteen chapters on how to win, if possible without a battle.

        216 The Tao Teh King, or the Tao and its Characteristics
        by Laozi ? ?
        tr Legge, James 1815 1897
        about Philosophy, Chinese; Taoism -- Sacred books
        shelf Paganism
        note Eighty-one short chapters about the way and its power.

        2017 Dhammapada, a Collection of Verses; Being One of the Canonical Books of the Buddhists
        tr Müller, F. Max (Friedrich Max) 1823 1900
        about Buddhism; Theravada Buddhism -- Sacred texts
        shelf Buddhism
        note Verses that are attributed to the Buddha, by subject.

        16328 Beowulf: An Anglo-Saxon Epic Poem
        tr Hall, J. Lesslie (John Lesslie) 1856 1928
        about Dragons -- Poetry; Epic poetry, English (Old); Monsters -- Poetry
        shelf Poetry
        note A hero defeats two monsters, becomes king and fights a dragon.

        10 The King James Version of the Bible
        about Bible
        shelf Banned Books List from the American Library Association
        note The English translation of 1611.

        2383 The Canterbury Tales, and Other Poems
        by Chaucer, Geoffrey 1343 1400
        ed Purves, David Laing 1838 1873
        about English poetry -- Middle English, 1100-1500
        shelf Best Books Ever Listings
        note Pilgrims on the way to Canterbury tell each other stories.

        246 The Rubaiyat of Omar Khayyam
        by Omar Khayyam 1048 1122
        tr FitzGerald, Edward 1809 1883
        about Persian poetry -- Translations into English
        note Four-line poems about wine, time and doubt.

        1995 The Divine Comedy, Volume 1, Hell
        by Dante Alighieri 1265 1321
        tr Norton, Charles Eliot 1827 1908
        about Epic poetry, Italian -- Translations into English; Hell -- Poetry
        shelf Harvard Classics; Italy
        note A poet descends through the nine circles of hell with a guide.

        20 Paradise Lost
        by Milton, John 1608 1674
        about Adam (Biblical figure) -- Poetry; Eve (Biblical figure) -- Poetry; Fall of man -- Poetry
        shelf Banned Books from Anne Haight's list; Poetry
        note The revolt of the angels and the first people's loss of the garden.

        2678 Poems by Emily Dickinson, Series One
        by Dickinson, Emily 1830 1886
        ed Higginson, Thomas Wentworth 1823 1911; Todd, Mabel Loomis 1856 1932
        about American poetry
        note The first selection of her poems, published after her death.

        148 The Autobiography of Benjamin Franklin
        by Franklin, Benjamin 1706 1790
        ed Eliot, Charles William 1834 1926
        about Franklin, Benjamin, 1706-1790; Statesmen -- United States -- Biography
        shelf Harvard Classics
        note A printer describes his life up to 1757.

        23 Narrative of the Life of Frederick Douglass, an American Slave
        by Douglass, Frederick 1818 1895
        about Abolitionists -- United States -- Biography; Enslaved persons -- United States -- Biography
        shelf African American Writers; Slavery
        note The author's life in slavery, and how he learned to read.

        205 Walden, and On The Duty Of Civil Disobedience
        by Thoreau, Henry David 1817 1862
        about Authors, American -- 19th century -- Biography; Civil disobedience; Solitude
        note Two years in a cabin by a pond, and an essay about taxes.

        408 The Souls of Black Folk
        by Du Bois, W. E. B. (William Edward Burghardt) 1868 1963
        about African Americans
        shelf African American Writers
        note Essays about the lives of Black Americans after the Civil War.

        3207 Leviathan
        by Hobbes, Thomas 1588 1679
        about Political science -- Early works to 1800; State, The -- Early works to 1800
        shelf Harvard Classics; Politics
        note Why people need a sovereign, and what it may demand.

        1080 A Modest Proposal: For preventing the children of poor people in Ireland, from being a burden on their \
        parents or country, and for making them beneficial to the publick
        by Swift, Jonathan 1667 1745
        about Political satire, English; Religious satire, English
        note A satire on how the rich treat the poor in Ireland.

        1998 Thus Spake Zarathustra: A Book for All and None
        by Nietzsche, Friedrich Wilhelm 1844 1900
        tr Common, Thomas 1850 1919
        about Philosophy, German; Superman (Philosophical concept)
        shelf Philosophy
        note A prophet comes down from his mountain and speaks.

        2010 The Autobiography of Charles Darwin
        by Darwin, Charles 1809 1882
        ed Darwin, Francis, Sir 1848 1925
        about Darwin, Charles, 1809-1882; Naturalists -- Great Britain -- Biography
        note The naturalist's recollections, written for his family.
        """
}
