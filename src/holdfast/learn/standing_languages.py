"""The cues of standing rules in German, Spanish, French, Japanese and Chinese; data only, see `standing_cues`."""

from __future__ import annotations

from holdfast.learn.standing_cues import ENGLISH, Language

_DE = Language(
    fragments={
        "verb": (
            r"(?:verwende|nutze?|benutze?|schreibe?|führe|füge?|mache?|committe|pushe?|merge?|teste?|formatiere|halte?|lege?|setze?|nenne?|"
            r"benenne|prüfe?|überprüfe|frage?|frag|antworte|erkläre?|dokumentiere|lass|lasse|starte?|baue?|bau|gib|nimm|ändere?|lösche?|"
            r"aktualisiere|erstelle?|achte?|vermeide|bevorzuge|rücke?|sortiere|zeige?|ergänze?|beginne?|importiere|ersetze?|rebase|squashe?|"
            r"installiere|deploye?|kommentiere|bleib|denk|folge?|logge?|rate|ratet|verlinke?|bestätige?|warte?|sag|sprich|rede|lies|lauf)\b"
        ),
        "now": r"(?:ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun) an|in zukunft|zukünftig|künftig|fortan|von heute an)",
        "ever": r"(?:immer|nie|niemals|stets|grundsätzlich|auf keinen fall|unter keinen umständen)",
        "repo": r"(?:in|für) (?:diesem|unserem|dem|dieses|unser|das|diese|unsere) (?:\w{2,20} )?(?:repo|repository|projekt|codebasis|code|codebase|team|paket)\b",
        "use": r"(?:verwenden|nutzen|benutzen|schreiben|committen|squashen|rebasen|mergen|testen|formatieren|benennen|deployen|pinnen|dokumentieren|halten|führen|vermeiden|setzen|nehmen|folgen|prüfen)",
    },
    trigger=r"immer|nie\b|niemals|stets|grundsätzlich|auf keinen fall|unter keinen umständen|ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an|zukunft|künftig|fortan|nicht mehr|keine? .{1,80}mehr|hör auf|stell(?:e)? (?:bitte )?sicher|achte|\bwir\b|"
    r"repo|projekt|codebas|team|nenn|duze|sieze|antworte|sprich|rede|bevorzug|ich mag|ich hasse|lieber|vor jedem|nach jede|vor jeder|bei jede|jedes mal|jedesmal|mein|jede|\balle\b|mit mir|ausnahm",
    lead=r"(?:ok(?:ay)?|danke(?: dir)?|super|gut|prima|ja|nein|und|aber|auch|also|übrigens|wichtig|hinweis|merke?(?: dir)?|merk dir|denk(?:e)? (?:bitte )?(?:dran|daran)|noch etwas|noch was|regel|bitte|außerdem|zudem|achtung|beachte)(?:\s*[,:.!–—-]+\s*|\s+)(?:dass )?",
    refused=r"[?？]\W*$|^(?:warum|wieso|wie|was|wann|wo|wer|welche[rs]?|ist|sind|hat|haben|soll|sollen|sollte|kann|könnte|muss|gibt)\b(?! ich möchte)|\b(?:immer (?:noch|wieder|mehr|öfter|schlechter|langsamer|wenn .{1,60} (?:schlägt|kommt|gibt))|wie immer|immer (?:passiert|hängt|stürzt|kommt es|schlägt)|vielleicht|eventuell|vermutlich|wahrscheinlich|"
    r"ich glaube|ich denke|ich frage mich|im moment|gerade|vorerst|erstmal|heute|diesmal|war|waren|wurde|wurden|hatte|hatten|habe|hast|sagte|sagt|meinte|meint|gefragt|in dieser (?:datei|funktion|klasse|sitzung)|in diesem (?:test|branch|fall|commit|pr)|nie(?:mals)? (?:wieder )?(?:gesehen|gehört|funktioniert))\b",
    rules=(
        r"(?:{verb})(?: mir| mich| dir| dich| uns)? .{0,120}?\b(?:{ever}|nicht mehr|keine? .{1,60} mehr)\b",
        r"(?:{verb})(?: mir| mich)? (?:bitte )?(?:{ever}|{now})\b",
        r"(?:{ever}) (?:bitte )?.{2,200}(?:en|ern|eln|tun|sein)(?: und .{2,80}en)?\W*$",
        r"(?:{ever}) (?:bitte )?(?:{verb}|erst|zuerst|nur|direkt|ohne|mit|auf (?:deutsch|englisch))\b",
        r"{now},? (?:(?:bitte|nur|nur noch|immer|nie|auch|wir|sollst du|musst du|möchte ich,? dass du|will ich,? dass du|solltest du|darfst du|sollen|müssen|keine?n?|nicht mehr|alle|jede[rsn]?|{verb}) ?){1,3}(?!.{0,60}\b(?:läuft|funktioniert|geht|klappt)\b)",
        r"(?:du (?:sollst|musst|darfst|solltest)|wir (?:{use}|pushen|machen|dürfen|müssen|sollten)) .{0,60}?(?:{ever}|nicht mehr|{now})\b.{2,160}",
        r"{repo} (?:{use}|gilt|wird|werden|dürfen|müssen|machen|arbeiten|committet|benutzt|nutzt|verwendet) (?:wir|man|immer|nie|niemals|nur|ausschließlich|keine|alle|stets|:)",
        r"wir {use} .{0,120}{repo}",
        r"wir {use} (?:hier|immer|nie|niemals|nur|ausschließlich|stets|grundsätzlich)",
        r"(?:bitte )?(?:nicht mehr|nie mehr|keine .{2,60} mehr) .{2,160}",
        r"hör(?:e)? (?:bitte )?(?:endlich )?auf,? ",
        r"(?:stell|stelle) (?:bitte )?(?:immer )?sicher,? dass (?:du|wir|alle|jede)",
        r"achte? (?:bitte )?(?:immer )?darauf,? ",
        r"(?:vor|nach|bei) (?:jedem|jeder) .{2,60} (?:bitte )?(?:{verb}|musst|sollst|.{2,80}en\W*$)",
        r"(?:{verb}) .{0,120}(?:vor|nach|bei|mit) (?:jedem|jeder) (?:commit|push|merge|änderung|pr|pull request|release|deploy\w*|antwort|task|aufgabe|schritt)",
        r"(?:jedes mal|jedesmal|immer),? wenn du .{2,120}, (?:{verb}|musst|sollst)",
        r"(?!ich\b|wir\b|das\b|es\b|warum\b).{3,80}? (?:schreib|mach|benutz|verwend|nutz|nenn|leg|setz|stell|nimm|führ|teste|prüf|gib|lass|läss|änder|lösch|push|merg|committ|deploy)\w{0,3}st du (?:bitte )?(?:immer|nie|niemals|stets|grundsätzlich|nur|ausschließlich)\b.{2,}",
        r"mit mir (?:redest|sprichst|schreibst|rede|sprich|schreib) (?:du )?(?:bitte )?(?:immer |nur )?(?:auf )?\w+",
        r"{now},? \w+(?:t|en) (?:jede[rsn]?|alle|neue[rsn]?|keine?)\b .{2,}",
        r"(?:jede[rs]?|alle|neue) (?!mal\b|tag\b|woche\b).{2,80}? (?:braucht|brauchen|muss|müssen|bekommt|bekommen|gehört|gehören) (?:eine?n?|immer|zwei|in|ins|unter|über|mindestens)\b.{2,}",
        r"(?!es\b|das\b|er\b|sie\b).{6,200}, (?:immer|ausnahmslos|ohne ausnahmen?|jedes mal|grundsätzlich)\W*$",
        r"(?:nenn|nenne) mich (?!wenn)|duze? mich|sieze? mich|(?:antworte|sprich|rede|schreib)e? (?:mir |mit mir )?(?:bitte )?(?:immer |nur )?(?:auf|in) (?:deutsch|englisch|französisch|spanisch)",
    ),
    preferences=(
        r"ich (?:bevorzuge|präferiere) (?!die (?:erste|zweite|dritte|letzte)|das|diese[sn]?\b)",
        r"ich (?:mag|liebe|hasse|verabscheue) (?!das\b|es\b(?!,? wenn du)|diese[nsr]?\b|den\b|die\b|dich)",
        r"ich (?:möchte|will),? (?:immer|nie|niemals|keine|grundsätzlich|nicht,? dass du|dass du (?:immer|nie|niemals|künftig|keine))",
        r"ich (?:verwende|nutze|benutze|arbeite|schreibe|programmiere) (?:immer|nie|niemals|am liebsten|nur|ausschließlich|lieber|grundsätzlich)",
        r"mir (?:sind|ist) .{2,60} lieber|mein(?:e)? (?:bevorzugte[rs]?|lieblings\w+|standard\w+) .{0,40}ist\b",
    ),
    politeness=r"(?:,? ?\bbitte\b,? ?|,? danke[.! ]*$)",
    personal=r"nenne? mich|duze? mich|sieze? mich|(?:auf|in) (?:deutsch|englisch|französisch|spanisch)\b|deine (?:antworten|erklärungen)|emojis?\b|kurze antworten|antworte\b|mein(?:e)? (?:bevorzugte[rs]?|lieblings\w+)",
)
_ES = Language(
    fragments={
        "verb": (
            r"(?:usa|utiliza|emplea|ejecuta|escribe|haz|pon|añade|agrega|responde|contesta|comprueba|verifica|revisa|corre|incluye|evita|sigue|mantén|crea|"
            r"nombra|formatea|documenta|prueba|pide|pregunta|explica|actualiza|confirma|deja|trabaja|prefiere|lee|borra|elimina|guarda|comenta|"
            r"muestra|empieza|termina|separa|ordena|importa|firma|valida|habla|sube|instala|cierra|abre|indenta|avisa|respeta|cita|divide|lanza|pasa|haz commit)(?:me|lo|la|los|las|nos)?\b"
        ),
        "subj": r"(?:uses|utilices|emplees|hagas|pongas|subas|escribas|añadas|agregues|ejecutes|borres|toques|modifiques|cambies|mezcles|commitees|comitees|pushees|edites|metas|dejes|instales|crees|importes|respondas|asumas|elimines|mergees|incluyas|des|olvides|inventes|me des|me \w+es|\w{3,14}(?:es|as))\b",
        "now": r"(?:a partir de (?:ahora|hoy|este momento)|de (?:ahora|aquí|hoy) en adelante|desde ahora|en adelante|en el futuro)",
        "repo": r"en (?:este|nuestro|el|esta|nuestra) (?:\w{2,20} )?(?:repo|repositorio|proyecto|código|base de código|equipo|paquete)\b",
    },
    trigger=r"siempre|nunca|jamás|a partir de|en adelante|desde ahora|en el futuro|no .{1,60}más|no vuelvas|deja de|ya no|asegúrate|asegurate|repo|proyecto|código|equipo|prefiero|me gusta|odio|detesto|quiero|llámame|llamame|tutéame|respond|contesta|háblame|antes de cada|después de cada|cada vez|mi editor|mi preferen|sin preguntar",
    lead=r"(?:vale|ok|bien|gracias|perfecto|genial|sí|no,|y|pero|además|también|por cierto|importante|recuerda(?: que)?|nota|regla|otra cosa|una cosa más|por favor|ojo|oye)(?:\s*[,:.!–—-]+\s*|\s+)",
    refused=r"[?？¿]|^(?:por qué|cómo|qué|cuándo|dónde|quién|cuál)\b|\b(?:casi siempre|quizás?|tal vez|a lo mejor|creo que|pienso que|me pregunto|por ahora|de momento|hoy|esta vez|dijo|dice|decía|dijeron|era|fue|había|estaba|como siempre|en esta (?:función|clase|sesión)|en este (?:archivo|test|commit|pr|caso)|nunca (?:funcion\w+|vi|he|ha|había)|siempre (?:falla|fallan|fue|era|me pregunté|he|ha|había|quise))\b",
    rules=(
        r"(?:siempre) (?:que .{2,100}, )?(?:{verb}|\w{2,20}(?:ar|er|ir)(?:lo|la|los|las|me)?\b|en (?:español|inglés))",
        r"{verb} .{0,80}?\b(?:siempre|nunca|jamás|{now})\b",
        r"(?:nunca|jamás) (?:más )?(?:me |lo |la |los |se |te |vuelvas a )?(?:{subj}|\w{2,20}(?:ar|er|ir)\b)",
        r"no (?:me |lo |la |los |te )?{subj} .{0,160}(?:\bmás\b|nunca|jamás|sin (?:preguntar|avisar|mi |permiso|consultar)|{now}|{repo}|nunca más)",
        r"no vuelvas a |deja de \w+(?:ar|er|ir)\b|ya no {subj}",
        r"{now},? (?:por favor )?(?:siempre|nunca|{verb}|no |quiero que|debes|tienes que|usamos|vamos a|solo|todos|todas|cada|usa)",
        r"(?:asegúrate|asegurate) (?:siempre )?(?:de|que)",
        r"(?:debes|tienes que|hay que|debemos|tenemos que) (?:siempre|nunca)|(?:siempre|nunca) (?:debes|tienes que|hay que|debemos|usamos|hacemos|escribimos)",
        r"{repo},? (?:siempre |nunca |solo |no )?(?:usamos|utilizamos|escribimos|hacemos|seguimos|ejecutamos|preferimos|evitamos|formateamos|nombramos|trabajamos|se usa|se escribe|se utiliza|usa|no se|nunca|siempre)",
        r"(?:no )?(?:usamos|utilizamos|escribimos|seguimos|preferimos|evitamos) .{2,120}{repo}",
        r"(?:antes|después) de cada .{2,60},? (?:{verb}|hay que|debes)|{verb} .{2,100}(?:antes|después) de cada |cada vez que .{2,100}, {verb}",
        r"(?:llámame|llamame|tutéame|trátame de)\b|(?:respóndeme|respondeme|responde|contéstame|contesta|háblame|habla|escríbeme)(?: siempre)? en (?:español|inglés|francés|alemán|castellano|catalán)",
    ),
    preferences=(
        r"(?:yo )?prefiero (?!la (?:primera|segunda|última)|el (?:primero|segundo|último)|ese|esa|eso|esto|esta\b|este\b)",
        r"(?:no )?me (?:gustan?|encantan?|molestan?) (?!much|cómo|que |est[aeo]\b|es[aeo]\b|la idea|tu )",
        r"(?:odio|detesto) (?!est[aeo]\b|es[aeo]\b)",
        r"quiero que (?:siempre|nunca)|no quiero (?:que (?:me |vuelvas|uses|hagas)|ver |más )|(?:siempre|nunca) (?:uso|trabajo|escribo|quiero|utilizo)",
        r"mi (?:editor|preferencia|lenguaje|estilo|shell) (?:preferid[oa] |favorit[oa] )?(?:es|son)\b",
    ),
    politeness=r"(?:,? ?\bpor favor\b,? ?|,? gracias[.! ]*$)",
    personal=r"llámame|llamame|tutéame|trátame|en (?:español|inglés|francés|alemán|castellano|catalán)\b|tus respuestas|emojis?\b|respuestas (?:cortas|breves)|mi editor",
)
_FR = Language(
    fragments={
        "verb": (
            r"(?:utilise|utilisez|emploie|lance|lancez|exécute|écris|écrivez|fais|faites|mets|mettez|ajoute|ajoutez|réponds|répondez|vérifie|vérifiez|inclus|évite|"
            r"évitez|suis|garde|gardez|crée|créez|nomme|formate|documente|teste|testez|demande|demandez|explique|expliquez|confirme|laisse|travaille|préfère|lis|"
            r"supprime|commente|montre|commence|termine|sépare|trie|importe|signe|valide|parle|parlez|pousse|installe|indente|préviens|respecte|cite|passe|committe|commit|rebase|use)(?:-(?:moi|le|la|les|nous))?\b"
        ),
        "now": r"(?:à partir de (?:maintenant|aujourd'hui)|dorénavant|désormais|à l'avenir|dès (?:maintenant|à présent))",
        "repo": r"dans (?:ce|notre|le|cette) (?:\w{2,20} )?(?:dépôt|repo|projet|code|base de code|équipe|paquet)\b",
    },
    trigger=r"toujours|jamais|dorénavant|désormais|à l'avenir|à partir de|dès (?:maintenant|à présent)|n.{1,40}plus\b|arrête|assure|veille|dépôt|repo|projet|équipe|préfère|j'aime|j'adore|je déteste|je n'aime|je veux|appelle|tutoie|vouvoie|répond|parle|avant chaque|après chaque|chaque fois|mon éditeur|ma préférence|sans (?:me )?demander",
    lead=r"(?:ok|bien|merci|parfait|super|oui|non,|et|mais|aussi|au fait|important|rappelle-toi|souviens-toi|n'oublie pas|note|règle|autre chose|encore une chose|s'il te plaît|s'il vous plaît|stp|svp|attention)(?:\s*[,:.!–—-]+\s*|\s+)(?:que )?",
    refused=r"[?？]\W*$|^(?:pourquoi|comment|quoi|quand|où|qui|quel(?:le)?s?|est-ce|as-tu|a-t)\b|\b(?:presque toujours|peut-être|sans doute|je crois|je pense|je me demande|pour (?:l'instant|le moment)|aujourd'hui|cette fois|il dit|elle dit|a dit|disait|était|étaient|avait|avaient|comme toujours|toujours pas|toujours (?:en train|là|aussi|le même|la même)|dans cette (?:fonction|classe|session)|dans ce (?:fichier|test|commit|cas)|jamais (?:vu|entendu|eu|compris|fonctionné|marché))\b",
    rules=(
        r"(?:toujours|jamais) (?!(?:en panne|le|la|les|un|une|de|du|des)\b)(?:\w{2,20}(?:er|ir|re)\b|{verb}|en (?:français|anglais)|ne? )",
        r"(?:ne )(?:jamais|plus(?: jamais)?) (?:\w{2,20}(?:er|ir|re)\b)",
        r"{verb} (?:bien )?.{0,60}?\b(?:toujours|systématiquement|{now})\b",
        r"n(?:e |')(?:\w{1,4} |l'|m'|y )?\w{2,20}(?: \w{1,3})? (?:jamais|plus(?: jamais)?)\b",
        r"(?:ne |n')\w{2,20} pas .{2,160}(?:sans (?:me )?(?:demander|prévenir|mon)|{now}|{repo})",
        r"{now},? (?:(?:toujours|ne|n'|il faut|tu dois|vous devez|je veux que tu|on|nous|pas|plus|seulement|tous|toutes|chaque|{verb})\b|n')(?!.{0,40}\b(?:marche|fonctionne)\b)",
        r"(?:arrête|arrêtez|cesse) (?:de |d')",
        r"(?:assure-toi|assurez-vous|veille|veillez) (?:toujours )?(?:à |de |d'|que |qu')",
        r"(?:tu dois|vous devez|il faut|on doit) (?:toujours|ne jamais|systématiquement)|il ne faut (?:jamais|plus)|tu ne dois (?:jamais|plus|pas)",
        r"{repo},? (?:on|nous|utilise|n'utilise|toujours|jamais|il faut) ?(?:n'|ne )?(?:utilise|utilisons|écrit|écrivons|fait|suit|suivons|préfère|préférons|évite|évitons|formate|nomme|commit|squash|rebase|teste|met|pas|jamais|toujours|des|les|le|la)\w*",
        r"(?:on|nous) (?:n')?(?:utilise|utilisons|écrit|écrivons|suit|suivons|préfère|préférons|évite|évitons|squash|squashe)(?: toujours| jamais| que)? .{2,120}(?:{repo}|\bici\b)",
        r"(?:avant|après) chaque .{2,60},? {verb}|{verb} .{2,100}(?:avant|après) chaque |chaque fois que .{2,100}, {verb}",
        r"appelle-moi (?!quand|si|plus)|tutoie-moi|vouvoie-moi|(?:réponds|répondez|parle|parlez|écris)(?:-moi)?(?: toujours| uniquement)? en (?:français|anglais|allemand|espagnol)",
    ),
    preferences=(
        r"je préfère (?!la (?:première|deuxième|seconde|dernière)|le (?:premier|deuxième|second|dernier)|celle|celui|ça|cela|cette\b|ce\b)",
        r"j'(?:aime|adore) (?!ça|cette|ce\b|bien l'idée|ta |ton )",
        r"je (?:n'aime pas|déteste|n'apprécie pas|hais) (?!ça|cette|ce\b|ta |ton )",
        r"je (?:veux|voudrais|souhaite) (?:toujours|que tu (?:\w+ )?(?:toujours|jamais))|je ne veux (?:jamais|plus|pas (?:que tu|de ))|j'utilise (?:toujours|uniquement)|je n'utilise jamais",
        r"(?:mon|ma) (?:éditeur|préférence|langage|shell|style) (?:préférée? )?est\b",
    ),
    politeness=r"(?:,? ?(?:\bs'il te pla[iî]t\b|\bs'il vous pla[iî]t\b|\bstp\b|\bsvp\b),? ?|,? merci[.! ]*$)",
    personal=r"appelle-moi|tutoie-moi|vouvoie-moi|en (?:français|anglais|allemand|espagnol)\b|tes réponses|emojis?\b|réponses (?:courtes|brèves)|mon éditeur",
)
_JA_END = r"(?:て|で)(?:ください|下さい|くれ|ほしい|欲しい|もらいたい|おいて(?:ください)?|ね)|(?:する|使う|書く|行う|しない|使わない|る|く|す|む|ない)(?:こと|ように(?:して(?:ください|下さい)?|する|お願いします)?)|お願いします|お願い|してください|ないで(?:ください|下さい|ね)?|しろ|せよ|するな|[うくすつぬむるぶぐ]な|禁止(?:です)?|(?:使って|書いて|して|つけて|付けて|入れて|守って)|(?:使います|書きます|します|使う|書く|する|使わない|使いません|しません|しない)"
_JA = Language(
    fragments={"end": rf"(?:{_JA_END})(?:ね|よ)?[。.!！]*$"},
    trigger=r"必ず|いつも|常に|毎回|絶対|決して|二度と|今後|これから|以後|もう.{1,60}ないで|リポジトリ|レポジトリ|プロジェクト|コードベース|好き|嫌い|好み|方がいい|ほうがいい|日本語で|英語で|と呼んで|前に|たびに|ルール|ないで(?:ください|下さい)|すべて|全て",
    lead=r"(?:はい|いいえ|ありがとう(?:ございます)?|すみません|それと|あと|また|ただし|ちなみに|重要|注意|ルール|お願い|なお|でも|では|じゃあ)[、,:：。!！\s]+",
    refused=r"[?？]\W*$|(?:ですか|ますか|でしょうか|のか|かな|かも|かもしれない|たら|でした|ました|ていた|だった|思います|思う|らしい|そうです|みたい)[。.]*$|いつも.{0,20}(?:ありがとう|失敗|落ち|エラー|遅)|必ず(?:失敗|落ち|エラー|しも)|とりあえず|今回は|今日は|このファイルでは|この関数では|一旦|いったん",
    rules=(
        r".{0,60}?(?:必ず|いつも|常に|毎回|絶対に?|決して|二度と|今後は?|これからは?|以後は?).{1,160}?{end}",
        r".{0,40}?もう.{1,80}ないで(?:ください|下さい|ね)?[。.!！]*$",
        r".{2,80}(?:は|には|では|を|なしで|で)[^、。]{1,40}ないで(?:ください|下さい)[。.!！]*$",
        r".{0,40}?(?:必ず|常に|いつも).{2,80}(?:で|に|から|まで|経由で)[。.!！]*$",
        r"(?:すべて|全て|全部|各|どの).{1,60}(?:は|には|も).{2,80}{end}",
        r"(?:この|うちの|私たちの|当)(?:リポジトリ|レポジトリ|プロジェクト|コードベース|チーム)では.{2,140}?{end}",
        r".{1,60}(?:コミット|プッシュ|マージ|デプロイ|変更|リリース)(?:する)?(?:の)?前に.{0,20}(?:必ず|毎回).{1,100}",
        r".{1,60}たびに.{1,100}(?:て|で)(?:ください|下さい)[。.!！]*$",
        r"(?:.{0,16}(?:返事|回答|返答|答え|説明|会話)?(?:は|も)?)?(?:日本語|英語)で(?:.{0,8})(?:答え|返事|回答|返答|話し|書い|説明し|お願い)(?:て|して|し)?(?:ください|下さい|ね|します)?[。.!！]*$",
        r".{1,24}と呼んで(?:ください|下さい|ね)?[。.!！]*$",
    ),
    preferences=(
        r".{1,80}(?:の?(?:方|ほう))(?:が|を)(?:好き|好み|いい|好みます)(?:です|だ)?[。.!！]*$",
        r"(?:私は|僕は|俺は)?.{1,80}が(?:好き|嫌い|好み|苦手)(?:です|だ)?[。.!！]*$",
        r"(?:私の)?好みは.{1,80}",
    ),
    politeness=r"^(?:どうか|すみませんが、?)",
    personal=r"日本語で|英語で|と呼んで|絵文字|敬語|返事|回答は|返答",
)
_ZH = Language(
    fragments={
        "lead_ever": r"(?:总是|總是|始终|始終|一律|务必|務必|一定要|必须|必須|永远(?:不要|别|要)|永遠(?:不要|別|要)|千万(?:不要|别)|千萬(?:不要|別)|绝不(?:要|能|可以)?|絕不(?:要|能|可以)?|绝对(?:不要|不能|不可以)|絕對(?:不要|不能)|不要再|别再|別再|再也不要|禁止|严禁|嚴禁|请勿|請勿|切勿)",
        "now": r"(?:从现在(?:开始|起)|從現在(?:開始|起)|以后|以後|今后|今後|从今(?:以后|往后|天起)|往后|接下来都|从此)",
        "repo": r"(?:在)?(?:这个|这|我们的?|本|咱们的?|這個|我們的?)(?:仓库|倉庫|项目|項目|專案|代码库|程式庫|代码仓库|团队|團隊|repo)(?:里面?|中|裡|内|上)?",
    },
    trigger=r"总是|總是|始终|始終|一律|务必|務必|一定要|必须|必須|永远|永遠|千万|千萬|绝不|絕不|绝对|絕對|不要再|别再|別再|再也不|统一|統一|禁止|严禁|请勿|切勿|从现在|從現在|以后|以後|今后|今後|从今|往后|从此|每次|每个|每當|仓库|倉庫|项目|項目|專案|代码库|团队|喜欢|喜歡|偏好|讨厌|討厭|习惯|習慣|希望你|中文|英文|叫我|称呼|之前都|提交前",
    lead=r"(?:好的?|谢谢|謝謝|对了|另外|还有|注意|请注意|记住|請記住|记得|重要|规则|規則|但是?|而且|麻烦|请|請|麻烦你|你)[，,:：。!！、\s]*",
    refused=r"[?？吗嗎呢]\W*$|为什么|為什麼|怎么|怎麼|是不是|要不要|可能|也许|也許|大概|好像|似乎|如果.{1,30}总是|(?:总是|總是|始终|一直)(?:失败|失敗|报错|報錯|出错|超时|崩溃|卡|说|在|是|有|会|不|返回|提示|显示|忘|很|出现|遇到|发生)|必须(?:的|承认|说)|以后再|今天|这次|這次|暂时|暫時|目前|现在先|在这个(?:文件|函数|类|测试)里|他说|她说|文档说|文档里|以前|曾经|刚才",
    rules=(
        r"{lead_ever}.{2,140}",
        r"(?!.{0,10}(?:测试|构建|服务|接口|它|这))[^，,。]{2,24}(?:一律|必须|必須|务必|務必|始终|始終|统一|統一)(?:要|都)?(?:用|使用|采用|写|寫|放|以|经过|通过|加|带|由).{1,100}",
        r"{now}[，,]?(?:都|请|請|要|不要|别|別|就|只|一律|总是|所有|每|用|使用|必须|务必|先|不|给我|回答|提交|写|改).{1,140}",
        r"{repo}[，,]?(?:我们|我們|都|一律|统一|統一|只|不|必须|请|用|使用|采用|禁止|所有|要|总是|从不|提交|不要|不允许).{1,140}",
        r"(?:我们|我們)(?:在{repo})?(?:一律|总是|始终|从不|从来不|都|统一|只)(?:用|使用|采用|写|提交|不|做|在|把).{1,140}",
        r"每(?:次|个|當|当)(?:.{1,40})(?:都要|都必须|之前都|前都|之后都|后都|前请|前先|前必须|后必须|请|要先|都请|前要|后要).{1,100}",
        r"(?:在)?.{0,16}(?:提交|推送|合并|部署|修改|删除)(?:代码)?(?:之)?前(?:，|,)?(?:都|必须|务必|一定要|请先|总是|要先).{1,100}",
        r"(?:用|使用)(?:中文|英文|英语|简体中文|繁體中文)(?:来)?(?:回答|回复|回覆|交流|跟我说|和我说|说话|写)",
        r"(?:叫我|称呼我(?:为)?|稱呼我)[^，。]{1,16}(?:就(?:行|好|可以)(?:了)?)?[。.!！]*$",
        r"所有(?:的)?.{1,40}(?:必须|都要|都必须|一律|应该|應該|不得|不能|禁止).{1,100}",
    ),
    preferences=(
        r"我(?:更|比较|比較|很|最|一直|还是|个人)?(?:喜欢|喜歡|偏好|偏爱|倾向于?|愛用|爱用)(?!这个|那个|你|它|第).{2,100}",
        r"我(?:很|最|真的)?(?:讨厌|討厭|不喜欢|不喜歡|受不了)(?!这个|那个|你|它).{2,100}",
        r"我(?:习惯|習慣)(?:用|使用|于|写|在|把).{2,100}",
        r"我(?:希望|想|要)你(?:总是|以后|都|不要|别|永远|始终|一直|每次).{2,100}",
        r"我的(?:偏好|习惯|首选)(?:是|：|:).{2,100}",
    ),
    politeness=r"^(?:请|請|麻烦你?|拜托)[，,]?|[，,]?谢谢[。!！]*$",
    personal=r"中文|英文|英语|叫我|称呼我|稱呼我|表情|emoji|回答|回复|回覆",
)
LANGUAGES = (ENGLISH, _DE, _ES, _FR, _JA, _ZH)
