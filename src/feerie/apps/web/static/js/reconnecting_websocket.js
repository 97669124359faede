// A game as the server tells it: the WebSocket, opened again whenever it is lost.

export class ReconnectingWebSocket {
  /** `told(document)`: the game has changed; `lost(isLost)`: the connection has gone or come back. */
  constructor(address, told, lost) {
    Object.assign(this, { address, told, lost, wait: 250, closed: false });
    this.open();
  }

  open() {
    const place = location.origin.replace(/^http/, 'ws') + this.address;
    this.socket = new WebSocket(place);
    this.socket.addEventListener('message', event => {
      this.wait = 250;
      this.lost(false);
      this.told(JSON.parse(event.data));
    });
    this.socket.addEventListener('close', () => {
      if (this.closed) return;
      this.lost(true);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(8000, this.wait * 2);
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
