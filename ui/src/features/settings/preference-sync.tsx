import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from '@/lib/api/client'
import { csrfToken, readLocal, writeLocal } from '@/lib/storage'
import { usePrefs } from '@/stores/prefs'
import { useTheme } from '@/stores/theme'
import { applyDocument, deviceDocument, isEmpty, preferencesQuery } from './model/preferences'

const KEY = 'modyard.preferences'
const SEND_AFTER_MS = 400
const READ_AGAIN_MS = 60_000

/** Which account this device last agreed with, and on what: a device that shows something else was changed since. */
type Agreement = { account: string; kept: string }

function agreement(): Agreement | undefined {
  const found = readLocal(KEY)
  return found && typeof found === 'object' && 'account' in found && 'kept' in found ? (found as Agreement) : undefined
}

/**
 * Keeps this device and the account in step while somebody is signed in: on a device that is new to the account the
 * account wins, afterwards the newest change does. A change that could not be sent is sent with the next page.
 */
export default function PreferenceSync({ account }: { account: string }) {
  const client = useQueryClient()
  useEffect(() => {
    let applying = false
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let lastRead = 0
    let changes = 0

    // Without the cookie of a session the server would answer 401.
    const push = async () => {
      if (!csrfToken()) return
      const document = deviceDocument()
      await send('PATCH', '/_internal/preferences', { body: document })
      writeLocal(KEY, { account, kept: JSON.stringify(document) } satisfies Agreement)
    }
    const pull = async () => {
      if (!csrfToken()) return
      lastRead = Date.now()
      const before = changes
      const document = await client.fetchQuery({ ...preferencesQuery, staleTime: 0 })
      if (ended || changes !== before) return // what was chosen meanwhile is on its way
      const last = agreement()
      if (isEmpty(document) || (last?.account === account && last.kept !== JSON.stringify(deviceDocument()))) return push()
      applying = true
      applyDocument(document)
      applying = false
      writeLocal(KEY, { account, kept: JSON.stringify(deviceDocument()) } satisfies Agreement)
    }
    const quietly = (work: Promise<void>) => void work.catch(() => undefined) // the next page tries again

    const chosen = () => {
      if (applying) return
      changes++
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        quietly(push())
      }, SEND_AFTER_MS)
    }
    const seen = () => {
      if (document.visibilityState === 'visible' && Date.now() - lastRead > READ_AGAIN_MS) quietly(pull())
    }

    quietly(pull())
    const off = [useTheme.subscribe(chosen), usePrefs.subscribe(chosen)]
    document.addEventListener('visibilitychange', seen)
    return () => {
      ended = true
      for (const end of off) end()
      document.removeEventListener('visibilitychange', seen)
      if (timer === undefined) return
      clearTimeout(timer)
      quietly(push())
    }
  }, [account, client])
  return null
}
