// Holdfast for opencode, written by `holdfast setup` and taken out by `holdfast setup --remove opencode`.
// Each moment starts holdfast-hook with one JSON object and a time-out. Nothing that goes wrong here reaches a turn:
// without an answer in time the turn goes on without memory.
import { spawn } from "node:child_process"

const COMMAND = ["holdfast-hook"]
const TIMEOUT_MS = 3000
const MAX_ANSWER_CHARS = 20000
const MAX_SESSIONS = 200
const NOT_A_CONVERSATION = /title generator|summariz/i

function ask(event, payload) {
  return new Promise((resolve) => {
    let child, timer
    let output = ""
    const finish = (text) => {
      clearTimeout(timer)
      resolve(text)
    }
    timer = setTimeout(() => {
      finish("")
      child?.kill("SIGKILL")
    }, TIMEOUT_MS)
    try {
      const words = [...COMMAND.slice(1), "--host", "opencode", "--event", event]
      child = spawn(COMMAND[0], words, { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
      child.on("error", () => finish(""))
      child.on("close", () => finish(output))
      child.stdin.on("error", () => {})
      child.stdout.setEncoding("utf8")
      child.stdout.on("data", (piece) => {
        if (output.length <= MAX_ANSWER_CHARS) output += piece
      })
      child.stdin.end(JSON.stringify(payload))
    } catch {
      finish("")
    }
  })
}

function contextOf(output) {
  try {
    const { context } = JSON.parse(output)
    return typeof context === "string" ? context : ""
  } catch {
    return ""
  }
}

function remember(map, key, value) {
  map.delete(key)
  map.set(key, value)
  if (map.size > MAX_SESSIONS) map.delete(map.keys().next().value)
  return value
}

function quietly(handler) {
  return async (...given) => {
    try {
      await handler(...given)
    } catch {
      // a turn never fails on its memory
    }
  }
}

function saidIn(parts) {
  return parts
    .filter((part) => part.type === "text" && !part.synthetic && !part.ignored && typeof part.text === "string")
    .map((part) => part.text)
    .join("\n")
}

export const Holdfast = async ({ client, directory, worktree }) => {
  const starts = new Map() // session -> promise of what its system prompt gets, always the same
  const subagents = new Map() // sessions that an agent began
  const messages = new Map() // id of an assistant's message -> the prompt it answers
  const answers = new Map() // session -> the last answer while it is being written

  const about = (sessionID, more) => ({ sessionID, directory, worktree, ...more })

  const heard = {
    "session.created": ({ info }) => {
      if (info?.parentID) remember(subagents, info.id, true)
    },
    "message.updated": ({ info }) => {
      if (info?.role === "assistant") remember(messages, info.id, info.parentID)
    },
    "message.part.updated": ({ part }) => {
      if (part?.type !== "text" || part.synthetic || !part.text || !messages.has(part.messageID)) return
      remember(answers, part.sessionID, { messageID: messages.get(part.messageID), message: part.text })
    },
    "session.idle": async ({ sessionID }) => {
      if (!sessionID || subagents.has(sessionID)) return
      const answer = answers.get(sessionID) ?? (await lastAnswer(sessionID))
      answers.delete(sessionID)
      if (answer?.message) await ask("session.idle", about(sessionID, answer))
    },
    "session.compacted": async ({ sessionID }) => {
      if (sessionID && !subagents.has(sessionID)) await ask("session.compacted", about(sessionID))
    },
    "session.deleted": async ({ info }) => {
      if (info?.id && !subagents.has(info.id)) await ask("session.deleted", about(info.id))
    },
  }

  const startOf = (sessionID) =>
    starts.get(sessionID) ?? remember(starts, sessionID, ask("system.transform", about(sessionID)))

  async function lastAnswer(sessionID) {
    const { data } = await client.session.messages({ path: { id: sessionID } })
    const last = data?.[data.length - 1]
    if (last?.info?.role !== "assistant") return undefined
    return { messageID: last.info.parentID, message: saidIn(last.parts ?? []) }
  }

  return {
    event: quietly(async ({ event }) => {
      await heard[event.type]?.(event.properties ?? {})
    }),
    "experimental.chat.system.transform": quietly(async (input, output) => {
      const sessionID = input?.sessionID
      if (!sessionID || subagents.has(sessionID)) return
      if (NOT_A_CONVERSATION.test(String(output.system[0] ?? "").slice(0, 300))) return
      const context = contextOf(await startOf(sessionID))
      if (context) output.system.push(context)
    }),
    "chat.message": quietly(async (input, output) => {
      const sessionID = input?.sessionID
      if (!sessionID || subagents.has(sessionID)) return
      const prompt = saidIn(output.parts)
      if (!prompt) return
      await startOf(sessionID) // first, so that what it tells is not told with the prompt as well
      const messageID = output.message?.id ?? input.messageID
      const context = contextOf(await ask("chat.message", about(sessionID, { messageID, prompt })))
      if (!context) return
      const last = output.parts[output.parts.length - 1]
      // Parts are kept in the order of their ids, which must begin with prt: ours comes right behind the last one.
      const id = `${last?.id ?? `prt_${Date.now().toString(16)}`}holdfast`
      output.parts.push({ id, sessionID, messageID, type: "text", text: context, synthetic: true })
    }),
  }
}
