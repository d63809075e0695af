import type { Ref } from 'react'
import { hrefOf, type Address } from '@/lib/address'
import { AddressLink, type LinkAttributes, type LinkBehaviour } from './address-link'

type PathLinkProps = LinkAttributes & LinkBehaviour & Address & { ref?: Ref<HTMLAnchorElement> }

/** A link to a page of the application; route, parameters and query are checked by the compiler. */
export function PathLink({ to, params, search, ...rest }: PathLinkProps) {
  return <AddressLink href={hrefOf({ to, params, search } as Address)} {...rest} />
}
