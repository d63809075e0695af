import { useEffect, useState } from 'react'

/** A URL under which the browser shows a local file. */
export function useFileUrl(file: Blob | null | undefined): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setMade({ file, url })
    return () => URL.revokeObjectURL(url)
  }, [file])
  return made?.file === file ? made?.url : undefined
}
