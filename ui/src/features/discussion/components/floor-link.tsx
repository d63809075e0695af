import type { ReactNode } from 'react'
import { AddressLink, type LinkAttributes } from '@/components/layout/address-link'
import { floorHref, type Placed } from '../model/floors'

type FloorLinkProps = LinkAttributes & { discussion: Placed; floor: number; children: ReactNode }

/** A link to a floor, on whichever page it is. */
export function FloorLink({ discussion, floor, children, ...rest }: FloorLinkProps) {
  return (
    <AddressLink href={floorHref(discussion, floor)} keepScroll prepares={false} {...rest}>
      {children}
    </AddressLink>
  )
}
