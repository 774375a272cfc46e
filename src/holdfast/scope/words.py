"""The word classes that the patterns of `cues` are made of: data only.

Plurals need no entry, nor does `-ing` of a word of software: `select` finds them by their stems.
"""

from __future__ import annotations

WORDS = {
    # The project as a whole.
    "project": "codebase monorepo project projekt proyecto repo repositorio repository subproject workspace",
    # How code gets from one place to another.
    "delivery": (
        "ausrollen backlog branch build changelog ci codeowners commit commits committed compilación deploy "
        "deployed deploying deployment desplegar despliegue diff hotfix merge merged oncall pipeline postmortem "
        "pr prod prs rama rebase retro roadmap rollback rollout sprint squash staging standup stash submodule "
        "uncommitted upstream worktree"
    ),
    # Words of software and of little else.
    "soft": (
        "a11y adr allowlist api apis archivo argv artifact artifacts ast async auth authentication authorization "
        "autoscaling backend backoff benchmark binary boilerplate bootstrapper botón breadcrumb breakpoint "
        "breakpoints buffer bug bugs builder bundler button bytecode cache callback callbacks canvas cdn "
        "changelogs changeset checkbox checkpoint class cli client cluster code codegen codepath compile compiled "
        "compiler compiles compiling component config configuration constant constructor consulta container "
        "cookie cors coverage cpu crawler cron cronjob crud csrf css csv cuda código daemon dashboard database "
        "dataframe datei datenbank db deadlock debounce debugger decorator dependencies dependency "
        "deserialization deserializer devcontainer directory dispatcher dns docker dockerfile dockerized docs "
        "docstring dom dotenv downloader dropdown e2e ec2 embeddings emulator endpoint entrypoint enum epoch "
        "eslintrc exception executable exporter factory favicon fehler fichero file filename files firmware fixme "
        "fixture folder formatter formulario frontend función function funktion generator getter gitignore gpio "
        "gpu gui healthcheck heap helm helper hook hotkey html http https hydration hyperparameter i18n iam "
        "idempotency import importer index indexer ingress inheritance installer interceptor interrupt iterator "
        "json jwt k8s kernel keyframe keyframes klasse knopf kubernetes l10n latency lexer library limiter linked "
        "linker linking lint linter linting liste loader localhost lockfile logger logging login logout mailer "
        "makefile manifest memoize method microservice middleware migration minify mock modal modul module "
        "monitoring monolith multitenant mutex mypy módulo namespace nan navbar nil nosql notifier null numpy "
        "oauth observability opcode openapi orchestrator orm package pagination pandas pantalla parser path "
        "payload plugin poller polyfill port precommit presenter profiler promise promises proxy pruebas página "
        "queries query queue ram ratelimit readme reconciler reducer refactoring regex regression renderer repl "
        "rerender rerenders resolver retries retry roundtrip router runtime sandboxing scaffold schaltfläche "
        "scheduler schema scraper screenshot script scripts sdk searchbar seeder seeders segfault seite "
        "serialization serializer server servidor setter shader sidebar simulator singleton sitzung socket "
        "sourcemap sourcemaps sql ssh ssl sso ssr stacktrace stderr stdin stdout struct stylesheet subclass "
        "subnet subsystem suite superclass swagger tablist telemetry tenant tenants tensor terraform testing "
        "testlauf tests textarea textbox thread throttle thumbnailer timeout tls todo todos tokenizer toml "
        "tooltip topic traceback tsconfig typechecker types typing typings ui undefined unittest uploader util "
        "utils ux validator variable vendored viewmodel viewport vpc watcher webhook websocket websockets wrapper "
        "ws xcode xml yaml"
    ),
    # Parts of a product that mean other things as well.
    "part": (
        "accordion account adapter admin alert algorithm animation app application architecture argument array "
        "asset attribute autocomplete avatar background backup banner batch billing boolean bucket bundle buttons "
        "carousel cart case cases catalog catalogue certificate change changes chart chat checkout clase column "
        "comment comments connection consumer contract controller convention crash customer data dataset datos "
        "default design device dialog dictionary discount display documentation download drawer drive email "
        "encoding engine entity env environment error esm etl event export extension failover feature features "
        "feed field filter flag flow footer form format formular framework gateway grid guide guideline handler "
        "header hint host icon id ids image implementation inbox incident input integer integration interface "
        "inventory invoice issue item items job key landing layer layout leak legacy license lifecycle lightbox "
        "limit limits link list load lock log logic logs loop map menu message messages metric middle milestone "
        "mode model navigation network newsletter node notebook notification number numbers onboarding order "
        "orders outage page parameter pattern payment pdf performance permission picker platform pod policy pool "
        "popup price pricing printer procedure producer product program prueba race record recovery refund "
        "release replication report request reset response retentiontabla role route row rule scaling scene "
        "screen search secret seed sensor service session setting settings sharding shop simulation site slider "
        "slug snapshot solver sort spec spinner sprite stack standard startup state statement storage store "
        "storefront story strategy stream string structure subscription switch system table tag tags task "
        "template test throughput thumbnail ticket timer timestamp toast toggle token toolbar toolchain tooling "
        "total totals trace traffic transaction translation type upload url user validation value values version "
        "view warning webshop website widget wizard workaround worker"
    ),
    # Of those, what `my …` makes a piece of one's work, where it may not be a piece of one's life.
    "product": (
        "algorithm animation app application approach array change column crash data dataset dialog error feature "
        "field filter form handler hint image implementation input layout list log loop menu model page parameter "
        "request response route screen service solution spec stack table template test tests user users view "
        "widget worker"
    ),
    # Verbs that are only said of code.
    "change": (
        "arregla behebe bisect bump commit containerize corrige debug decouple deduplicate deploy deprecate "
        "despliega diagnose dockerize downgrade fix hotfix implement implementa implementiere instrument "
        "integrate investigate lint merge migrate mock modularize optimise optimize parallelise parallelize patch "
        "profile push rebase rebuild recompile redeploy refactor refactoriza refaktoriere reformat rename "
        "repariere reproduce revert rewrite rollback scaffold troubleshoot unpin upgrade"
    ),
    # Verbs that ask for something to be done, to code or otherwise.
    "act": (
        "actualiza add agrega align analyse analyze añade borra build cambia change check cherry clean cleanup "
        "collapse combine configure connect constrain convert crea create debounce dedupe delete disable document "
        "drop edit ejecuta elimina enable ensure entferne ergänze erstelle escape escribe expose extend extract "
        "filter format formatiere füge generate guard handle hide hook improve inspect install localise localize "
        "lösche make memoize move organise organize paginate parse port prefetch prefix preload prepare prüfe "
        "publish reduce remove render replace rerun resize restart review revisa run sanitise sanitize schreib "
        "schreibe separate set setup simplify sort split starte strip suffix switch sync test throttle tidy trim "
        "unify update validate verify wire wrap write ändere"
    ),
    # Programs and libraries of the trade.
    "tool": (
        "alembic angular ansible bazel bundler cargo celery clippy cmake django dotnet dynamodb elasticsearch "
        "eslint fastapi firebase flake8 flask git gradle grafana graphql grpc gunicorn jenkins jest kafka kubectl "
        "lambda maven mongo mongodb mysql nextjs nginx npm npx pip pipenv playwright pnpm postgres postgresql "
        "prettier prisma prometheus pydantic pytest rabbitmq react redis rubocop ruff rustc s3 sentry sqlalchemy "
        "sqlite storybook supabase svelte tailwind tox tsc uv uvicorn vite vitest webpack"
    ),
    # How something shows that it does not work.
    "broken": (
        "404 500 blank breaks broke broken complains conflicting conflicts corrupted corrupts crash crashed "
        "crashes crashing deprecated errors fail failed failing fails falla fallan flaky flicker flickers freezes "
        "frozen garbled hangs laggy leaking mangled misaligned misbehaves overlaps raises roto schlägt sluggish "
        "stutter stutters threw throws truncated unhandled unreachable unresponsive"
    ),
    # How something was made.
    "done": (
        "achieved added applied authenticated authorized cached called chosen computed configured defined "
        "deployed deprecated documented encrypted enforced exposed fetched fixed generated handled hashed "
        "implemented initialized instrumented integrated invalidated logged migrated mocked paginated parsed "
        "persisted processed queried refactored removed rendered resized resolved restarted rewritten sent "
        "serialized stored supported swallowed tested triggered uploaded used validated versioned wired"
    ),
    # What points at one certain thing.
    "the": (
        "all another any both current das dem den der die diese diesem dieser dieses each el esta este every "
        "existing its la las los other that the these this those"
    ),
    "we": "desplegamos ejecutamos hacemos nosotros tenemos usamos we wir",
    "our": "nuestra nuestras nuestro nuestros our ours unser unsere unserem unseren unserer",
    # What a team does together.
    "teamwork": (
        "agree agreed build built cache call choose chose chosen decide decided deploy deployed did do document "
        "drop dropped fix fixed handle handled have host keep log merge migrate migrated name need pick picked "
        "release released run settle settled ship shipped store support swallow switch switched test use used "
        "version write wrote"
    ),
    "my": "mein meine meinem meinen meiner mi mine mis my",
    # What a person has, beside code.
    "personal": (
        "accent address age alias aliases allergies allergy apartment background band bike bio birthday "
        "birthplace book boss boyfriend brother browser calendar car career cat chair child children city coffee "
        "commute computer country dad daughter degree dentist desk desktop device diet distro doctor dog dotfiles "
        "editor einstellungen email employer estilo experience expertise family father favorita favorite "
        "favorites favorito favourite favourites film flat flight font friend garden gender girlfriend goal goals "
        "gym habit habits handle handwriting health height hobbies hobby holiday home hometown house husband ide "
        "identity idioma insurance interest jargon job keybindings keyboard keymap kid kitchen language laptop "
        "lieblingseditor liking lingo locale machine mail major meal memories memory mom monitor mood mother "
        "mouse movie mum music name namen nationality nickname nombre occupation office opinion os parents "
        "partner past personality pet phone phrase preference preferences preferencias preferred profession "
        "profile pronouns puppy rent resolution resolutions routine salary schedule school setup shell shoe "
        "shortcut shortcuts show signature sister skill skills slang snack son song spouse stance stil strengths "
        "style surname tablet taste tastes tea terminal terminology theme timezone title tone trip university "
        "username usual vacation vocabulary vorlieben wallet weaknesses weight wife wording workflow workout yoga "
        "zeitzone zona zone"
    ),
    # How often a person does something.
    "taste": (
        "always generally immer meistens mostly never normalerweise normally normalmente often ordinarily rarely "
        "siempre typically usual usually üblicherweise"
    ),
    # Liking and disliking.
    "prefer": (
        "bevorzuge detest dislike dislikes enjoy enjoys favor favour hasse hate hates liebe like likes love loves "
        "mag odio prefer preferred preferring prefers prefiero tend"
    ),
    # `my …` that is only a manner of speaking.
    "idiom": (
        "answer apologies attention bad earlier fault first god goodness guess help last message mind mistake "
        "next opinion pleasure point previous question request turn understanding way"
    ),
    # `I am …` that says nothing lasting.
    "state": (
        "afraid also aware back behind confused curious done fine glad good happy here just late lost not now ok "
        "okay ready so sorry still stuck sure unable unsure"
    ),
    # `I …` that speaks of this conversation or of work under way.
    "talk": (
        "accidentally added agree appreciate asked assume believe broke can cannot changed committed could "
        "created deleted deployed disagree doubt expect fixed forgot found get got guess hope implemented "
        "installed keep know made may mean meant merged might moved must need noticed pulled pushed ran "
        "refactored removed renamed run said saw see should stand suppose think thought tried try understand "
        "updated upgraded want will wish wonder would wrote"
    ),
    # What is written for its own sake.
    "poetry": (
        "blog card essay haiku joke letter limerick paragraph poem riddle slogan song sonnet speech story tagline toast"
    ),
    # Languages, of people and of programs.
    "lang": (
        "bash c c# c++ css english french general german go golang haskell html italian japanese java javascript "
        "kotlin latin lisp perl php python ruby rust scala spanish sql swift typescript"
    ),
}
