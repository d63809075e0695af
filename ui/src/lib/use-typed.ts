import { useEffect, useEffectEvent, useRef, useState } from 'react'

const TYPED_MS = 200

/** The text being typed, sent a moment after the last letter. An address that changed otherwise, by Back, replaces it. */
export function useTyped(value: string, onTyped: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const send = useEffectEvent(onTyped)
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text.trim()
      send(text)
    }, TYPED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
